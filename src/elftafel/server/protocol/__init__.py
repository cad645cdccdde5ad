"""What goes over a table's socket."""
