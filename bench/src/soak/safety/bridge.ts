import { type DeviceType, deviceInfoSchema } from '@senca/contract'
import { discoveryListSchema } from '@senca/contract/discovery'
import { createChance } from '@senca/server/testing/chance.ts'
import type { VirtualHome } from '@senca/server/testing/homes/virtual-home.ts'
import { type BridgedCover, COVER_STYLES, createBridgedCover } from './bridged-cover.ts'
import type { Shade } from './shade.ts'

/** The types of other makers that are protected. */
const TYPES = ['awning', 'textile_screen', 'venetian_blind', 'roller_shutter'] as const satisfies DeviceType[]
const FILTERS = ['+/set', '+/position/set', '+/tilt/set']
const RECONNECT_MS = 300
const RESTART_MS = 2_000
const ADDED_MS = 1_000

type Commanded = (deviceId: string, body: object) => void

/** A bridge in the space of the account, with covers of each type and style, which are added as devices. */
export async function createBridge(home: VirtualHome, seed: number) {
  const { app, clock, owner, spaces } = home
  if (spaces === undefined) throw new Error('the broker of the home has no spaces')
  const { rows } = await app.database.pool.query<{ id: string }>('select id from accounts')
  const accountId = rows[0]?.id ?? ''
  const chance = createChance(seed)
  let line: Awaited<ReturnType<typeof spaces.connect>> = null
  let isOn = true
  const listeners: Commanded[] = []
  const idByName = new Map<string, string>()
  const publish = (topic: string, payload: string) => {
    line?.publish(topic, payload, true)
    return line !== null
  }

  const covers: { name: string; cover: BridgedCover }[] = TYPES.flatMap((type) =>
    COVER_STYLES.map((style) => {
      const name = `${type}-${style}`
      const commanded = (axis: string, goal: number) => {
        const id = idByName.get(name)
        const body = { command: 'move', [axis]: Math.round(goal * 100) }
        if (id !== undefined) for (const listener of listeners) listener(id, body)
      }
      const hasBridge = () => line !== null
      return {
        name,
        cover: createBridgedCover({ name, type, style, clock, chance, publish, commanded, hasBridge }),
      }
    }),
  )

  /** Connects as soon as a server runs. */
  const connect = async (): Promise<void> => {
    if (!isOn || line !== null) return
    const made = await spaces.connect(accountId, {
      filters: FILTERS,
      will: { topic: 'bridge/state', payload: 'offline' },
      receive(topic, payload) {
        const name = topic.split('/')[0]
        covers.find((one) => one.name === name)?.cover.receive(topic, payload)
      },
      lost() {
        line = null
        reconnect()
      },
    })
    if (made === null) return reconnect()
    line = made
    for (const { name, cover } of covers)
      publish(`homeassistant/cover/${name}/config`, JSON.stringify(cover.config))
    publish('bridge/state', 'online')
    for (const { cover } of covers) cover.publishState()
  }
  const reconnect = () => {
    clock.after(RECONNECT_MS, () => void connect())
  }
  const goAway = (ms: number) => {
    if (!isOn) return
    isOn = false
    line?.lose()
    clock.after(ms, () => {
      isOn = true
      void connect()
    })
  }

  await connect()
  await home.pass(ADDED_MS)
  const shades: Shade[] = []
  for (const { name, cover } of covers) {
    const list = discoveryListSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/discovery/list')))
    const ids = list.flatMap((entity) => (entity.name === name ? [entity.id] : []))
    const asked = {
      ids,
      devicetype: cover.type,
      name: name.slice(0, 20),
      ...(cover.isInverted ? { settings: { motorInverted: true } } : {}),
    }
    const made = await owner.ok(owner.api('POST', '/auth/api/v1/discovery/add', { json: asked }))
    const { id } = deviceInfoSchema.parse(made)
    idByName.set(name, id)
    shades.push({
      id,
      type: cover.type,
      cover,
      device: {
        state: cover.state,
        wallSwitch: cover.wallSwitch,
        fault(fault) {
          if (fault.kind === 'restart') goAway(RESTART_MS)
          else cover.leave(fault.ms, { isPowerCut: fault.kind === 'power_cut' })
        },
      },
    })
    await home.pass(ADDED_MS)
  }
  return {
    shades,
    onCommanded: (listener: Commanded) => void listeners.push(listener),
    goAway,
  }
}

export type Bridge = Awaited<ReturnType<typeof createBridge>>
