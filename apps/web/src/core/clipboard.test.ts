import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './clipboard.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['over plain HTTP, where there is no clipboard', {}, false],
  [
    'where the browser refuses',
    { clipboard: { writeText: () => Promise.reject(new Error('refused')) } },
    false,
  ],
  ['where the browser allows it', { clipboard: { writeText: () => Promise.resolve() } }, true],
])('says whether a text was copied %s', async (_where, navigator, isCopied) => {
  vi.stubGlobal('navigator', navigator)
  expect(await copyText('code')).toBe(isCopied)
})
