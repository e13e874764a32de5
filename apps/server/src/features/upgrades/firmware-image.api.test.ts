import { rename, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFirmware } from '#testing/firmware.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let app: TestApp
let firmware: Awaited<ReturnType<typeof createFirmware>>
beforeAll(async () => {
  firmware = await createFirmware()
  app = await createTestApp({ environment: { FIRMWARE_DIR: firmware.folder } })
})
afterAll(async () => {
  await app.close()
  await firmware.end()
})
beforeEach(async () => {
  await firmware.publish('roller_shutter')
})

describe('the image', () => {
  const get = (headers: Record<string, string> = {}, path = '/firmware/roller_shutter.bin') =>
    fetch(`${app.url}${path}`, { headers })

  it('is served to anybody, whole or in parts', async () => {
    const image = await firmware.publish('roller_shutter')
    const whole = await get()
    expect(whole.status).toBe(200)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(Buffer.from(await whole.arrayBuffer()).equals(image)).toBe(true)
    const part = await get({ range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${image.byteLength}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(image.subarray(100, 200))).toBe(true)
    const last = await get({ range: 'bytes=-7' })
    expect(Buffer.from(await last.arrayBuffer()).equals(image.subarray(-7))).toBe(true)
    const beyond = await get({ range: `bytes=${image.byteLength}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${image.byteLength}`)
    const changed = await get({ range: 'bytes=0-9', 'if-range': '"another"' })
    expect(changed.status).toBe(200)
    expect((await changed.arrayBuffer()).byteLength).toBe(image.byteLength)
    const head = await fetch(`${app.url}/firmware/roller_shutter.bin`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(image.byteLength))
  })

  it.each(['awning.bin', 'roller_shutter.json', '..%2F..%2Fetc%2Fpasswd', 'nothing.bin', '%00.bin'])(
    'is no other file of the folder: %s',
    async (name) => {
      expect([400, 404]).toContain((await get({}, `/firmware/${name}`)).status)
    },
  )

  it('is not served through a link, which could lead to any file', async () => {
    const image = join(firmware.folder, 'roller_shutter.bin')
    await rename(image, join(firmware.folder, 'elsewhere'))
    await symlink(join(firmware.folder, 'elsewhere'), image)
    expect((await get()).status).toBe(404)
    await unlink(image)
  })
})
