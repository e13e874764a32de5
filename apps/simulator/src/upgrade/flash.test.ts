import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boot, commit, createFlash, type Flash, PowerCut, sha256Of, spareSlot } from './flash.ts'
import { checkImage, imageHeader } from './image.ts'

const IMAGE_BYTES = 9_000
const operator = generateKeyPairSync('ed25519')
const publicKey = operator.publicKey.export({ type: 'spki', format: 'pem' }).toString()

const imageOf = (version: string, type: 'roller_shutter' | 'light' = 'roller_shutter') =>
  Buffer.concat([Buffer.from(imageHeader(type, version)), Buffer.alloc(IMAGE_BYTES, version)])
const manifestOf = (image: Uint8Array, version = '2.0.0') => ({
  version,
  sha256: sha256Of(image),
  signature: sign(null, image, operator.privateKey).toString('base64'),
})
const controller = { type: 'roller_shutter', version: 1, firmware: '1.9.3', trustedKey: publicKey } as const

const install = (flash: Flash, image: Uint8Array, version: string) => {
  const slot = spareSlot(flash)
  flash.program(slot, 0, image)
  commit(flash, slot, version)
}

/** A flash that contains version 1, and whose power fails after the given number of written bytes. */
function flashWithPowerFor(bytes: number) {
  let left = Number.POSITIVE_INFINITY
  const flash = createFlash((wanted) => {
    const given = Math.min(left, wanted)
    left -= given
    return given
  })
  install(flash, imageOf('1.9.3'), '1.9.3')
  left = bytes
  return { flash, restorePower: () => (left = Number.POSITIVE_INFINITY) }
}

describe('the two slots of a controller', () => {
  /** The number of bytes that an upgrade writes: two erasures, the image and the record. */
  const written = (() => {
    let bytes = 0
    const flash = createFlash((wanted) => {
      bytes += wanted
      return wanted
    })
    install(flash, imageOf('1.9.3'), '1.9.3')
    bytes = 0
    install(flash, imageOf('2.0.0'), '2.0.0')
    return bytes
  })()

  it('start version 1 or version 2 whole, wherever the power is cut', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: written }), (bytes) => {
        const { flash, restorePower } = flashWithPowerFor(bytes)
        const isCut = bytes < written
        if (isCut) expect(() => install(flash, imageOf('2.0.0'), '2.0.0')).toThrow(PowerCut)
        else install(flash, imageOf('2.0.0'), '2.0.0')
        restorePower()
        const started = boot(flash)
        const image = Buffer.from(started === null ? [] : flash.read(started.slot))
        expect(started?.firmware).toBe(isCut ? '1.9.3' : '2.0.0')
        expect(image.equals(imageOf(started?.firmware ?? ''))).toBe(true)
        seen.add(started?.firmware ?? '')
        // The next attempt succeeds.
        if (isCut) install(flash, imageOf('2.0.0'), '2.0.0')
        expect(boot(flash)?.firmware).toBe('2.0.0')
      }),
      { numRuns: 200, examples: [[0], [1], [written - 1], [written]] },
    )
    expect([...seen].sort()).toEqual(['1.9.3', '2.0.0'])
  })
})

describe('an image before it is started', () => {
  it('is taken when it is whole, signed, newer and made for this controller', () => {
    const image = imageOf('2.0.0')
    expect(checkImage(image, manifestOf(image), controller)).toEqual({ ok: true, version: '2.0.0' })
  })

  it('may have no version of its own: then the version of the command counts', () => {
    const image = Buffer.from('a firmware of another maker')
    expect(checkImage(image, manifestOf(image, '3.1'), controller)).toEqual({ ok: true, version: '3.1' })
    expect(checkImage(image, manifestOf(image, '1.9.3'), controller)).toEqual({ ok: false, error: 'too_old' })
  })

  it('is refused truncated at any place, and with any bit turned', () => {
    const image = imageOf('2.0.0')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: image.byteLength - 1 }), (length) => {
        expect(checkImage(image.subarray(0, length), manifestOf(image), controller).ok).toBe(false)
        const turned = Buffer.from(image)
        turned[length] = (turned[length] ?? 0) ^ 1
        expect(checkImage(turned, manifestOf(image), controller)).toMatchObject({ error: 'checksum_invalid' })
        const passedOff = { ...manifestOf(image), sha256: sha256Of(turned) }
        expect(checkImage(turned, passedOff, controller)).toMatchObject({ error: 'signature_invalid' })
      }),
      { numRuns: 60 },
    )
  })

  it('is refused with the signature of another, and where no key was burnt in', () => {
    const image = imageOf('2.0.0')
    const other = generateKeyPairSync('ed25519').privateKey
    const signature = sign(null, image, other).toString('base64')
    expect(checkImage(image, { ...manifestOf(image), signature }, controller)).toMatchObject({
      error: 'signature_invalid',
    })
    expect(checkImage(image, { ...manifestOf(image), signature: 'AAAA' }, controller)).toMatchObject({
      error: 'signature_invalid',
    })
    const without = { ...controller, trustedKey: null }
    expect(checkImage(image, manifestOf(image), without)).toMatchObject({ error: 'signature_invalid' })
  })

  it('is refused when it is an older one with a good signature, passed off as a newer one', () => {
    const old = imageOf('1.4.0')
    expect(checkImage(old, manifestOf(old, '2.0.0'), controller)).toMatchObject({ error: 'too_old' })
    const second = { ...controller, version: 2, firmware: '2.4.1' }
    const older = imageOf('2.4.0')
    expect(checkImage(older, manifestOf(older, '9.0.0'), second)).toMatchObject({ error: 'too_old' })
  })

  it('is refused when it was made for another kind', () => {
    const image = imageOf('2.0.0', 'light')
    expect(checkImage(image, manifestOf(image), controller)).toMatchObject({ error: 'wrong_type' })
  })
})
