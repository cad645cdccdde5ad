"""The HTTP interface: requests in, answers and pages out."""
