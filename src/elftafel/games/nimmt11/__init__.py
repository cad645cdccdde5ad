"""11 nimmt!"""
