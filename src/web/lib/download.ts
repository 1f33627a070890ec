/** Hands a content to the browser as a file to keep. */
export function download(content: string | Blob, name: string, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the content a moment after the press.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
