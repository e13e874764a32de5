import { type CommandResult, LIMITS } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { matterCommissioningSchema } from '@senca/contract/matter'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { createMatterHome, type MatterHome } from '#testing/homes/matter-home.ts'

const LIMIT = { timeout: 900_000 }
const SOON = { timeout: 300_000, interval: 100 }

let home: MatterHome
beforeEach(async () => {
  home = await createMatterHome()
}, 300_000)
afterEach(() => home?.close())

const code = () => ({ code: home.device.qrCode, allowUncertified: true })

async function begin(): Promise<string> {
  const { commissioningId } = Object(await home.owner.ok(home.post(home.owner, 'commission', code())))
  return commissioningId
}
const progressOf = async (id: string) =>
  matterCommissioningSchema.parse(await home.owner.ok(home.progressOf(home.owner, id)))
const endOf = (id: string) =>
  vi.waitFor(async () => {
    const progress = await progressOf(id)
    expect(['done', 'failed']).toContain(progress.status)
    return progress
  }, SOON)

const running = () => {
  const process = home.network.matter()
  if (process === null) throw new Error('there is no Matter process')
  return process
}
const isBack = (killed: object) => eventually(home.app, () => expect(running()).not.toBe(killed))

/** The process ends after the device has taken it in, and before the server has written where the node is. */
function killBeforeItIsStored() {
  const process = running()
  process.prependListener('message', (message) => {
    const { type, entries } = Object(message)
    if (type !== 'store' || !Object.keys(entries).some((key) => key.startsWith('nodes.'))) return
    for (const key of Object.keys(entries)) delete entries[key]
    void home.network.kill(process)
  })
  return process
}

const isFollowed = async () => {
  await vi.waitFor(
    async () => expect(await home.nodesOf(home.owner)).toMatchObject([{ vendor: 'Acme', online: true }]),
    SOON,
  )
  expect(await home.entitiesOf(home.owner)).not.toEqual([])
  expect(await home.fabrics()).toBe(1)
}

describe('[HW32] a commissioning that is interrupted', LIMIT, () => {
  it('is ended by the next process if the device has taken it in', async () => {
    const id = await begin()
    await vi.waitFor(() => running(), SOON)
    const process = killBeforeItIsStored()
    await vi.waitFor(() => expect(process.signalCode).toBe('SIGKILL'), SOON)
    await isBack(process)
    const { status, entityIds } = await endOf(id)
    expect(status).toBe('done')
    await isFollowed()
    const listed = await home.entitiesOf(home.owner)
    expect(entityIds?.toSorted()).toEqual(listed.map((entity) => entity.id).toSorted())
    expect(listed[0]?.limitations).toMatchObject([{ code: 'uncertified' }])
    await home.add('cover', { devicetype: 'roller_shutter', name: 'Kitchen' })
  })

  it('fails and leaves nothing if the device was only found, and the device is added by the next try', async () => {
    const id = await begin()
    await vi.waitFor(async () => expect(await progressOf(id)).toMatchObject({ status: 'pairing' }), SOON)
    // A device that has no power answers nobody.
    await home.device.stop()
    const process = running()
    await home.network.kill(process)
    await isBack(process)
    expect(await endOf(id)).toEqual({ status: 'failed', reason: 'no_process' })
    expect(await home.nodesOf(home.owner)).toEqual([])
    expect((await home.storedKeys()).filter((key) => key.startsWith('nodes.'))).toEqual([])
    await home.device.restart()
    await vi.waitFor(
      async () => expect(await home.commission(home.owner, code())).toMatchObject({ status: 'done' }),
      SOON,
    )
    await isFollowed()
  })

  it('is known after the end of the server', async () => {
    const id = await begin()
    await vi.waitFor(() => running(), SOON)
    const process = killBeforeItIsStored()
    await vi.waitFor(() => expect(process.signalCode).toBe('SIGKILL'), SOON)
    await home.app.restart()
    expect(['pairing', 'done']).toContain((await progressOf(id)).status)
    expect(await endOf(id)).toMatchObject({ status: 'done' })
    await isFollowed()
  })
})

describe('[HW37] a command that is taken as the process is killed', LIMIT, () => {
  const entriesOf = async (id: string) => {
    const path = `/auth/api/v1/activity/list?devicetoken=${id}`
    return activityListSchema.parse(await home.owner.ok(home.owner.api('GET', path))).entries
  }
  const unlocks = () => home.device.messages.filter(({ lockState }) => lockState === 2)

  it('is confirmed by the next process as a late effect, and never sent again', async () => {
    const id = await begin()
    expect(await endOf(id)).toMatchObject({ status: 'done' })
    const shade = await home.add('cover', { devicetype: 'roller_shutter', name: 'Kitchen' })
    const door = await home.add('lock', { devicetype: 'home_door', name: 'Front door' })
    const commands = [
      [{ token: shade.id, command: 'move', position: 80 }, 'move', 'moved', { position: 0.8 }],
      [
        { token: door.id, command: 'unlock', lockType: 'motor' },
        'unlock',
        'unlocked',
        { motorLockState: 'unlocked' },
      ],
    ] as const
    for (const [command, asked, happened, state] of commands) {
      await home.willBe(command.token, { connected: true })
      home.device.messages.length = 0
      const process = running()
      // The device takes it, and the answer reaches nobody.
      process.prependListener('message', (message) => {
        const answer = Object(message)
        if (answer.type !== 'answer') return
        answer.call = Number.MAX_SAFE_INTEGER
        void home.network.kill(process)
      })
      const answers: CommandResult[] = []
      const answering = home.owner.move([command]).then((results) => answers.push(...results))
      await vi.waitFor(() => expect(process.signalCode).toBe('SIGKILL'), SOON)
      // Its time is over before the next process says anything.
      await eventually(home.app, () => expect(answers).not.toEqual([]), LIMITS.COMMAND_ACK_MS)
      await answering
      expect(answers).toMatchObject([{ error: 'device_request_timeout', error_detail: 'may_still_happen' }])
      await isBack(process)
      await home.willBe(command.token, { connected: true, state })
      await vi.waitFor(async () => {
        await home.app.clock.advance(50)
        const [newest] = await entriesOf(command.token)
        expect(newest).toMatchObject({ action: happened, details: { late: { action: asked } } })
      }, SOON)
    }
    expect(unlocks()).toHaveLength(1)
  })
})
