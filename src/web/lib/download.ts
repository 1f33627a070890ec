export function download(content: string | Blob, name: string, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
