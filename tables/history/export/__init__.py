"""Write hands as files (PHH, readable text, JSON lines), and read PHH files."""
