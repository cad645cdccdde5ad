"""Players made of code. They see what their seat may see, and nothing else."""
