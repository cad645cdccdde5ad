"""Elfer raus!"""
