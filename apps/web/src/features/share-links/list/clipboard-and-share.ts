import { copyText } from '#core/clipboard.ts'

/** Whether this device has a native share dialog. */
export const canShare = (): boolean => 'share' in navigator

/**
 * Shares a URL in the quickest way: with the native share dialog, otherwise by copying it. Browsers may refuse both without a
 * tap; then nothing happens and the result is false.
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

/** Opens the native share dialog. Closing it without sharing is not an error. */
export async function shareAddress(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
  }
}
