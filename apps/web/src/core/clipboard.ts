/** Copies a text to the clipboard. Returns false where that is not possible: over plain HTTP, or if the browser refuses it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
