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

/**
 * Hands an address over by the shortest way: the device's own sheet, else the clipboard. A browser may do neither
 * without a tap: then nothing has happened, and false is the answer.
 */
export async function handOver(title: string, url: string): Promise<'shared' | 'copied' | false> {
  if (!canShare()) return (await copyText(url)) && 'copied'
  try {
    await shareAddress(title, url)
    return 'shared'
  } catch {
    return false
  }
}

/** Opens the device's own sheet; a person who closes it without sharing has said what they want. */
export async function shareAddress(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
  }
}
