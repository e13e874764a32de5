/** Puts text where it can be pasted from; false where the browser does not let a page do so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Whether this device has a sheet of its own for sharing. */
export const canShare = (): boolean => 'share' in navigator

/** Opens the device's own sheet; a person who closes it without sharing has said what they want. */
export async function shareAddress(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
  }
}
