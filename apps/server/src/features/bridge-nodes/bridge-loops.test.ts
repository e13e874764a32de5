import { commandResultsSchema, deviceInfoMapSchema } from '@senca/contract'
import { hookKeySchema } from '@senca/contract/automation'
import { discoveryListSchema } from '@senca/contract/discovery'
import { mqttCredentialsSchema } from '@senca/contract/mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  createMatterNetwork,
  type MatterController,
  type MatterNetwork,
} from '#testing/doubles/matter-network.ts'
import { createTravellingShade } from '#testing/doubles/travelling-shade.ts'
import { API, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createHomeBridge, type HomeAssistant, homeOf } from '#testing/homes/home-assistant-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { CALM, STORM, WIND } from '#testing/homes/safety-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { connectToSpace } from '#testing/space-clients.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

const SOON = { timeout: 90_000, interval: 100 }
const LIMIT = { timeout: 900_000 }
const TICK_MS = 50
const READ_MS = 300
const AGENT_READS_MS = 3_000
const QUIET_SECONDS = 30
const APPLE = 4_937
/** For one move that is repeated by five programs: far fewer than in a loop, which sends them in a second. */
const MOST_COMMANDS = 60
const MOST_MESSAGES = 300
const PLACE = { name: 'Home', lat: 46.0569, lon: 14.5058 }
const KINDS = ['matter', 'home-assistant', 'agent', 'script'] as const
type Kind = (typeof KINDS)[number]

const closedPercentSchema = z.object({
  result: z.object({
    structuredContent: z.object({
      devices: z.optional(z.array(z.object({ id: z.string(), closedPercent: z.nullable(z.number()) }))),
      results: z.optional(z.array(z.object({ answer: z.string() }))),
    }),
  }),
})

let network: MatterNetwork
let app: TestApp
let owner: TestClient
let apple: MatterController
let house: HomeAssistant
let hardware: MqttClient
let scriptToken: string
let agentToken: string
/** An awning of the own protocol, and a shutter that the own broker has too: Home Assistant sees it there, raw. */
let awningId: string
let shutterId: string
const ends: (() => unknown)[] = []

const awning = createTravellingShade((position, motion) => {
  device?.report({ status: motion ?? 'ready', position, target: null })
})
let device: Awaited<ReturnType<typeof moveIn>>['device'] | undefined
const shutter = createTravellingShade((position, motion) => {
  const messages = [
    ['hall/state', motion ?? 'stopped'],
    ['hall/position', String(100 - Math.round(100 * position))],
  ] as const
  // Nobody may take a place on the way for the end of the way.
  for (const [topic, payload] of motion === null ? messages.toReversed() : messages)
    hardware.publish(topic, payload, { retain: true })
})

/** Something that goes on in real time, one after the other, until the end of the tests. */
function repeat(everyMs: number, task: () => Promise<unknown>) {
  let isOver = false
  let running: Promise<unknown> = Promise.resolve()
  const again = (): void => {
    const timer = setTimeout(() => {
      running = task().finally(() => {
        if (!isOver) again()
      })
    }, everyMs)
    stop = () => clearTimeout(timer)
  }
  let stop = () => {}
  again()
  ends.push(async () => {
    isOver = true
    stop()
    await running.catch(() => {})
  })
}

/** Hardware of another maker that announces itself at the own broker, as Zigbee2MQTT does. */
async function plugInShutter(client: MqttClient) {
  hardware = client
  client.on('message', (topic, payload) => {
    if (topic === 'hall/position/set') shutter.go(1 - Number(payload.toString()) / 100)
    if (topic === 'hall/set' && payload.toString() === 'STOP') shutter.stop()
  })
  await client.subscribeAsync(['hall/set', 'hall/position/set'], { qos: 1 })
  const config = {
    unique_id: 'hall',
    name: 'Hall',
    command_topic: 'hall/set',
    state_topic: 'hall/state',
    position_topic: 'hall/position',
    set_position_topic: 'hall/position/set',
  }
  await client.publishAsync('homeassistant/cover/hall/config', JSON.stringify(config), { retain: true })
  await client.publishAsync('hall/position', '100', { retain: true })
  const found = await vi.waitFor(async () => {
    const list = discoveryListSchema.parse(await owner.ok(owner.api('GET', `${API}/discovery/list`)))
    const [one] = list.filter(({ address }) => address === 'hall')
    if (one === undefined) throw new Error('it is not found yet')
    return one
  }, SOON)
  const json = { ids: [found.id], devicetype: 'roller_shutter', name: 'Hall' }
  const { id }: { id: string } = Object(await owner.ok(owner.api('POST', `${API}/discovery/add`, { json })))
  return id
}

const coveringOf = async (name: string) => {
  const found = (await apple.endpoints()).find(
    ({ state }) => state.bridgedDeviceBasicInformation?.nodeLabel === name,
  )
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found.number
}
const callTool = async (name: string, args: object) => {
  const answer = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${agentToken}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  const text = await answer.text()
  return closedPercentSchema.parse(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)).result
    .structuredContent
}
const moveByScript = async (token: string, position: number) => {
  const { body } = await callBy(app, scriptToken, 'POST', `${API}/device/move`, {
    commands: [{ token, command: 'move', position }],
    wait: false,
  })
  return commandResultsSchema.parse(body)[0]
}

/** Asks the awning to close so many per cent, by one kind of bridge. Resolves to the words of its refusal, null for none. */
const ask: Record<Kind, (percent: number) => Promise<string | null>> = {
  async matter(percent) {
    const command = { do: 'lift', value: percent * 100 }
    return (await apple.invoke(await coveringOf('Terrace'), command)).error
  },
  async 'home-assistant'(percent) {
    const refused = () => house.received.filter((text) => /\/refused /.test(text)).length
    const before = refused()
    const commands = awning.commands.length
    await house.send('position/set', String(100 - percent))
    return vi.waitFor(() => {
      if (refused() > before) return 'refused'
      if (awning.commands.length > commands) return null
      throw new Error('it is not answered yet')
    }, SOON)
  },
  async agent(percent) {
    const { results } = await callTool('move', { moves: [{ id: awningId, closedPercent: percent }] })
    const answer = results?.[0]?.answer
    return answer === 'taken' ? null : (answer ?? 'none')
  },
  async script(percent) {
    const result = await moveByScript(awningId, percent)
    return result?.status === 'error' ? result.error : null
  },
}

/** Everything that comes to rest is sent again where it is, by all kinds, and each of the two shades follows the other. */
function mirrorAll() {
  const mirror = (path: string, payload: string) => {
    // At the end of the tests some are on their way.
    house.send(path, payload).catch(() => {})
  }
  house.client.on('message', (topic, payload) => {
    const text = payload.toString()
    if (topic.endsWith('/state') && topic.startsWith('senca-bridge/') && /^(open|closed)$/.test(text)) {
      const position = house.stateOf('position') ?? ''
      if (position === '') return
      mirror('position/set', position)
      hardware.publish('hall/position/set', position)
    }
    if (topic === 'hall/state' && text === 'stopped')
      mirror('position/set', house.payloads.get('hall/position') ?? '')
  })
  repeat(READ_MS, async () => {
    const newest = new Map((await apple.seen()).map(({ endpoint, state }) => [endpoint, state]))
    for (const [endpoint, state] of newest) {
      const { operationalStatus, currentPositionLiftPercent100ths: value } = state
      if (operationalStatus.global === 0 && typeof value === 'number')
        await apple.invoke(endpoint, { do: 'lift', value })
    }
  })
  const shown = new Map<string, number>()
  const isNew = (id: string, place: number) => {
    const isChanged = shown.get(id) !== place
    shown.set(id, place)
    return isChanged
  }
  repeat(READ_MS, async () => {
    const query = [awningId, shutterId].map((id) => `devicetoken=${id}`).join('&')
    const { body } = await callBy(app, scriptToken, 'GET', `${API}/device/info?${query}`)
    for (const { id, state } of Object.values(deviceInfoMapSchema.parse(body))) {
      const { position, status } = state
      if (position !== null && status === 'ready' && isNew(`script ${id}`, position))
        await moveByScript(id, Math.round(100 * position))
    }
  })
  repeat(AGENT_READS_MS, async () => {
    const { devices = [] } = await callTool('list_devices', {})
    for (const { id, closedPercent } of devices)
      if (closedPercent !== null && isNew(`agent ${id}`, closedPercent))
        await callTool('move', { moves: [{ id, closedPercent }] })
  })
}

const counted = () => ({
  awning: awning.commands.length,
  shutter: shutter.commands.length,
  published: house.received.filter((text) => text.startsWith('senca-bridge/')).length,
})
/** Seconds of the home in which everybody could have done something, with a round trip to the broker after each. */
async function passQuietly() {
  for (let second = 0; second < QUIET_SECONDS; second += 1) {
    await app.clock.advance(1_000)
    const word = `fence ${crypto.randomUUID()}`
    await hardware.publishAsync('fence', word, { qos: 1 })
    await vi.waitFor(() => expect(house.received).toContain(`fence ${word}`), SOON)
    await apple.endpoints()
  }
}
/** Waits until nothing is sent to a shade and nothing published over a while. */
const willBeQuiet = () =>
  vi.waitFor(async () => {
    const before = counted()
    await passQuietly()
    expect(counted()).toEqual(before)
  }, SOON)

beforeAll(async () => {
  network = await createMatterNetwork()
  app = await createTestApp({ matter: { start: network.startMatter } })
  // The time of the server passes as that of the apps does.
  repeat(TICK_MS, async () => app.clock.advance(TICK_MS))
  await network.reach(app.url)
  owner = await createConfirmedClient(app)
  const home = await moveIn(app, owner, 'awning', {
    name: 'Terrace',
    state: { position: 0 },
    onCommand(command, from) {
      device = from
      from.succeed(command)
      if (command.command === 'abort') awning.stop()
      if (command.command === 'move') awning.go(Number(command.position) / 100)
    },
  })
  device = home.device
  awningId = home.id
  const login = mqttCredentialsSchema.parse(
    await owner.ok(owner.api('POST', `${API}/mqtt/credentials`, { json: {} })),
  )
  const { client } = await connectToSpace({ mqtt: app.mqtt, ...login })
  shutterId = await plugInShutter(client)
  const both = [awningId, shutterId]
  const scopes = ['devices:read', 'devices:command']
  scriptToken = (await createBridge(owner, both, { scopes })).secret
  agentToken = (await createBridge(owner, both, { kind: 'agent', scopes })).secret
  house = await homeOf(app, await createHomeBridge(owner, both))
  const matter = await createMatterBridge(owner, both)
  apple = await network.startController(APPLE)
  await vi.waitFor(
    async () =>
      void (await apple.commission((await matterBridgeCalls(owner, matter.id).openPairing()).manualCode)),
    SOON,
  )
  await vi.waitFor(() => coveringOf('Hall'), SOON)
}, LIMIT.timeout)
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  awning.end()
  shutter.end()
  await house?.end()
  await hardware?.endAsync(true)
  await app?.close()
  await device?.end()
  await network?.close()
})

describe(
  'all four kinds of bridges and found hardware at once, each repeating what it sees [BR38]',
  LIMIT,
  () => {
    it('come to rest after each move, with few commands and messages', async () => {
      mirrorAll()
      await willBeQuiet()
      for (const [nth, kind] of KINDS.entries()) {
        const percent = 80 - 15 * nth
        const before = counted()
        expect(await ask[kind](percent)).toBeNull()
        await vi.waitFor(() => {
          expect([awning.isAt(percent / 100), shutter.isAt(percent / 100)]).toEqual([true, true])
        }, SOON)
        await willBeQuiet()
        expect([awning.isAt(percent / 100), shutter.isAt(percent / 100)]).toEqual([true, true])
        const after = counted()
        expect(after.awning - before.awning).toBeLessThanOrEqual(MOST_COMMANDS)
        expect(after.shutter - before.shutter).toBeLessThanOrEqual(MOST_COMMANDS)
        expect(after.published - before.published).toBeLessThanOrEqual(MOST_MESSAGES)
      }
    })

    it('are refused in a storm, and none of them moves the awning out or goes on asking', async () => {
      await owner.ok(owner.api('POST', `${API}/home/create`, { json: PLACE }))
      const { key } = hookKeySchema.parse(await owner.ok(owner.api('POST', `${API}/hook/key`, {})))
      const measure = (values: object) =>
        app.http.inject({ method: 'POST', url: `/auth/hook/${key}`, payload: { type: 'weather', ...values } })
      await measure(CALM)
      const json = { name: 'Wind', enabled: true, targets: [awningId], preset: WIND }
      await owner.ok(owner.api('POST', `${API}/scenario/create`, { json }))
      await measure(STORM)
      await vi.waitFor(() => expect(awning.isAt(0)).toBe(true), SOON)
      await vi.waitFor(() => expect(house.stateOf('hold')).toBe('ON'), SOON)
      await willBeQuiet()
      const sent = awning.commands.length
      const refusals = []
      for (const kind of KINDS) refusals.push(await ask[kind](50))
      expect(refusals).toEqual(['device_not_ready', 'refused', 'held: wind_gust', 'weather_scenario_matched'])
      await willBeQuiet()
      expect(awning.commands.slice(sent).filter((to) => to !== 0)).toEqual([])
      expect(awning.isAt(0)).toBe(true)
    })
  },
)
