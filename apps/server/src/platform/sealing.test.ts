import { expect, it } from 'vitest'
import { createSealing } from './sealing.ts'

it('opens what was sealed under the same secret, purpose and context, unchanged, and nothing else', () => {
  const sealing = createSealing('a secret of the server', 'app codes')
  const sealed = sealing.seal('žalika', 'anna')
  expect(sealing.open(sealed, 'anna')).toBe('žalika')
  expect(sealing.seal('žalika', 'anna')).not.toBe(sealed)
  expect(sealing.open(sealed, 'bor')).toBeNull()
  expect(createSealing('another secret of it', 'app codes').open(sealed, 'anna')).toBeNull()
  expect(createSealing('a secret of the server', 'mails').open(sealed, 'anna')).toBeNull()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(sealing.open(changed.toString('base64url'), 'anna')).toBeNull()
  }
  for (const garbage of ['', 'x', sealed.slice(0, 30)]) expect(sealing.open(garbage, 'anna')).toBeNull()
})
