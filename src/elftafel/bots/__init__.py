"""Players made of code. Their choice depends only on what their seat may know: the tests change the rest."""
