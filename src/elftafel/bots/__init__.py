"""Computer players. Their choices depend only on what their seat may know, and tests hold that."""
