/** Hands a text to the browser as a file to keep. */
export function download(text: string, name: string, type: string) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the content a moment after the press.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
