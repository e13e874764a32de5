import { matterShareSchema } from '@senca/contract/matter'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMatterHome, type MatterHome, SOON } from '#testing/homes/matter-home.ts'
import { refusalOf } from '#testing/test-client.ts'

const DONE = { status: 'success' }
/** A node that says nothing is offline after a minute and a half. */
const LONG = { timeout: 300_000, interval: 100 }

let home: MatterHome
let shadeId: string
beforeAll(async () => {
  home = await createMatterHome()
  const { status } = await home.commission(home.owner, { code: home.device.qrCode, allowUncertified: true })
  expect(status).toBe('done')
  shadeId = (await home.add('cover', { devicetype: 'roller_shutter', name: 'Kitchen' })).id
})
afterAll(() => home?.close())

const move = (command: object) => home.owner.move([command])

describe('[HW32] a Matter device that was added by its QR code', () => {
  it('shares a node with another controller, which has a fabric of its own', async () => {
    const [{ node } = { node: '' }] = await home.nodesOf(home.owner)
    const shared = matterShareSchema.parse(await home.owner.ok(home.post(home.owner, 'share', { node })))
    expect(shared.code).toMatch(/^\d{11}$/)
    expect(Date.parse(shared.expiresAt) - home.app.clock.now().getTime()).toBe(15 * 60_000)
    const neighbor = await home.createNeighbor()
    expect(await home.commission(neighbor, { code: shared.code, allowUncertified: true })).toMatchObject({
      status: 'done',
    })
    const [other] = await home.nodesOf(neighbor)
    expect(other).toMatchObject({ online: true })
    expect(other?.node).not.toBe(node)
    await neighbor.ok(home.post(neighbor, 'remove', { node: other?.node }))
    expect(await home.nodesOf(neighbor)).toEqual([])
    expect(await home.entitiesOf(neighbor)).toEqual([])
    expect(await home.fabrics()).toBe(1)
  })

  it('starts a process that was killed again, and works on', async () => {
    const process = home.network.matter()
    if (process === null) throw new Error('there is no Matter process')
    await home.network.kill(process)
    await home.willBe(shadeId, { connected: false })
    expect(await move({ token: shadeId, command: 'move', position: 20 })).toMatchObject([
      { status: 'error', error: 'device_unreachable' },
    ])
    await home.app.clock.advance(1_000)
    await home.willBe(shadeId, { connected: true })
    expect(await move({ token: shadeId, command: 'move', position: 20 })).toMatchObject([DONE])
    await home.willBe(shadeId, { state: { status: 'ready', position: 0.2 } })
  })

  it('keeps its pairing over a restart of the server, and writes no position', async () => {
    const stored = await home.storedKeys()
    await home.app.restart()
    await home.willBe(shadeId, { connected: true })
    expect(await move({ token: shadeId, command: 'move', position: 70 })).toMatchObject([DONE])
    await home.willBe(shadeId, { state: { status: 'ready', position: 0.7 } })
    expect((await home.storedKeys()).filter((key) => !stored.includes(key))).toEqual([])
    expect(stored.filter((key) => key.includes('.258/'))).toEqual([])
    expect(await home.sealedTexts()).not.toContain('rootKeyPair')
  })

  // A device that was killed says nothing: that is noticed by its silence.
  it('is followed again after the device was restarted', { timeout: 300_000 }, async () => {
    await home.device.restart()
    await vi.waitFor(async () => {
      await home.app.clock.advance(1_000)
      expect(await move({ token: shadeId, command: 'move', position: 100 })).toMatchObject([DONE])
    }, SOON)
    await home.willBe(shadeId, { connected: true, state: { status: 'ready', position: 1 } }, 200_000)
  })

  it('removes a node, which forgets it, and the process ends', async () => {
    const [{ node } = { node: '' }] = await home.nodesOf(home.owner)
    await home.owner.ok(home.post(home.owner, 'remove', { node }))
    expect(await home.fabrics()).toBe(0)
    expect(await home.nodesOf(home.owner)).toEqual([])
    await home.willBe(shadeId, { connected: false })
    await vi.waitFor(async () => {
      await home.app.clock.advance(60_000)
      expect(await home.storedKeys()).toEqual([])
      expect(home.network.processes()).toHaveLength(1)
    }, SOON)
  })

  it('is offline when it was removed from Senca elsewhere, until it is removed here and added again', {
    timeout: 900_000,
  }, async () => {
    const code = { code: home.device.qrCode, allowUncertified: true }
    const added = () =>
      vi.waitFor(
        async () => expect(await home.commission(home.owner, code)).toMatchObject({ status: 'done' }),
        LONG,
      )
    await added()
    home.device.instruct({ do: 'forget' })
    await vi.waitFor(
      async () => expect(await home.nodesOf(home.owner)).toMatchObject([{ online: false }]),
      LONG,
    )
    const [{ node } = { node: '' }] = await home.nodesOf(home.owner)
    expect(refusalOf(await home.post(home.owner, 'remove', { node })).error).toMatch(/^device_/)
    await home.owner.ok(home.post(home.owner, 'remove', { node, force: true }))
    expect(await home.nodesOf(home.owner)).toEqual([])
    await added()
    expect(await home.nodesOf(home.owner)).toMatchObject([{ online: true }])
  })
})
