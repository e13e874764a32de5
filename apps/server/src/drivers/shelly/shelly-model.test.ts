import { describe, expect, it } from 'vitest'
import { startModel } from '#testing/entities/run-entity-case.ts'
import { createShellyModel } from './shelly-model.ts'

const PREFIX = 'shellyplus2pm-a8032ab12345'
const INFO = {
  name: null,
  id: PREFIX,
  mac: 'A8032AB12345',
  slot: 0,
  model: 'SNSW-102P16EU',
  gen: 2,
  fw_id: '20230913-114010/v1.14.0-gcb84623',
  ver: '1.0.3',
  app: 'Plus2PM',
  auth_en: false,
  profile: 'cover',
}
const COVER = {
  id: 0,
  source: 'limit_switch',
  state: 'stopped',
  apower: 0,
  pos_control: true,
  last_direction: 'open',
  current_pos: 40,
}

/** A device that answers what it is asked, by its API. */
function startDevice(status: Record<string, unknown>, info: Record<string, unknown> = INFO) {
  const run = startModel(createShellyModel)
  const [answerTopic = ''] = [...run.wanted]
  run.settle()
  const asked = () => run.published.splice(0).map(({ topic, payload }) => ({ topic, ...JSON.parse(payload) }))
  const answer = (id: number, body: object) =>
    run.send(answerTopic, { id, src: PREFIX, dst: 'senca', ...body })
  function answerAll() {
    for (let calls = asked(); calls.length > 0; calls = asked()) {
      for (const { id, method } of calls) {
        answer(id, { result: method === 'Shelly.GetDeviceInfo' ? info : { sys: {}, ...status } })
      }
    }
  }
  const entity = (index = 0) => {
    const found = run.model.list()[index]
    if (found === undefined) throw new Error('no entity')
    return found
  }
  const notify = (params: object) =>
    run.send(`${PREFIX}/events/rpc`, {
      src: PREFIX,
      dst: `${PREFIX}/events`,
      method: 'NotifyStatus',
      params: { ts: 1, ...params },
    })
  return { ...run, answerTopic, asked, answer, answerAll, entity, notify }
}

function startOnline(status: Record<string, unknown>) {
  const device = startDevice(status)
  device.send(`${PREFIX}/online`, 'true')
  device.answerAll()
  return device
}

describe('[HW31] Shelly from the second generation on', () => {
  it('is found by online and its answers, which arrive on a topic that nobody can guess', () => {
    const device = startDevice({ 'cover:0': COVER })
    expect(device.answerTopic).toMatch(/^senca-[0-9a-f]{32}\/rpc$/)
    device.send(`${PREFIX}/online`, 'true')
    expect(device.asked()).toEqual([
      { topic: `${PREFIX}/rpc`, id: 1, src: device.answerTopic.slice(0, -4), method: 'Shelly.GetDeviceInfo' },
    ])
    expect(device.model.list()).toEqual([])
    device.answer(1, { result: INFO })
    device.answerAll()
    device.send(`${PREFIX}/online`, 'true')
    device.answerAll()
    expect(device.entity()).toMatchObject({
      address: `${PREFIX} cover:0`,
      source: 'shelly',
      kind: 'cover',
      name: PREFIX,
      confirmation: 'acknowledged',
      can: ['open', 'close', 'stop', 'setPosition'],
      device: { manufacturer: 'Shelly', model: 'Plus2PM', sw: '1.0.3' },
      state: { available: true, closed: false, moving: 'none', position: 0.6, inclination: null },
    })
  })

  it('is no entity without an answer, or with one of the first generation', () => {
    const silent = startDevice({})
    silent.send(`${PREFIX}/online`, 'true')
    silent.clock.advance(60_000)
    expect(silent.model.list()).toEqual([])
    const old = startDevice({ 'cover:0': COVER }, { ...INFO, gen: 1 })
    old.send(`${PREFIX}/online`, 'true')
    old.answerAll()
    expect(old.model.list()).toEqual([])
  })

  it.each([
    ['opening', { state: 'opening', current_pos: 50 }, { closed: false, moving: 'opening', position: 0.5 }],
    ['closing', { state: 'closing' }, { closed: false, moving: 'closing', position: 0.6 }],
    ['closed', { state: 'closed', current_pos: 0 }, { closed: true, moving: 'none', position: 1 }],
    ['open', { state: 'open', current_pos: 100 }, { closed: false, moving: 'none', position: 0 }],
    ['stopped at the end', { state: 'stopped', current_pos: 0 }, { closed: true, position: 1 }],
    ['calibrating', { state: 'calibrating', current_pos: null }, { moving: 'none', position: null }],
    ['slats', { slat_pos: 25 }, { inclination: 0.75 }],
  ])('says %s by a notification', (_title, said, state) => {
    const device = startOnline({ 'cover:0': COVER })
    device.notify({ 'cover:0': { id: 0, ...said } })
    expect(device.entity().state).toMatchObject(state)
    expect(device.events.at(-1)).toMatchObject({ event: 'reported', isLive: true })
  })

  it('says its state on status topics too, where they are on', () => {
    const device = startOnline({ 'cover:0': COVER })
    device.send(`${PREFIX}/status/cover:0`, { ...COVER, state: 'closed', current_pos: 0 }, true)
    expect(device.entity().state).toMatchObject({ closed: true, reportedAt: null })
  })

  it.each([
    ['without a position', { current_pos: null }],
    ['without position control', { pos_control: false }],
  ])('takes no position %s', (_title, said) => {
    const device = startOnline({ 'cover:0': { ...COVER, ...said } })
    const { id, can, limitations, state } = device.entity()
    expect(can).toEqual(['open', 'close', 'stop'])
    expect(limitations.map(({ code }) => code)).toEqual(['not_calibrated'])
    expect(state).toMatchObject({ position: null })
    expect(device.model.commandsFor(id, 'setPosition', 0.5)).toMatchObject({
      error: 'device_unsupported_action',
    })
    expect(device.model.maintenanceFor(id, 'recalibrate')).toMatchObject({
      messages: [{ payload: expect.stringContaining('"method":"Cover.Calibrate","params":{"id":0}') }],
    })
    device.notify({ 'cover:0': { id: 0, current_pos: 10, pos_control: true } })
    expect(device.entity()).toMatchObject({ can: ['open', 'close', 'stop', 'setPosition'], limitations: [] })
  })

  it.each([
    ['open', undefined, 'Cover.Open', { id: 0 }],
    ['close', undefined, 'Cover.Close', { id: 0 }],
    ['stop', undefined, 'Cover.Stop', { id: 0 }],
    ['setPosition', 0.25, 'Cover.GoToPosition', { id: 0, pos: 75 }],
    ['setTilt', 1, 'Cover.GoToPosition', { id: 0, slat_pos: 0 }],
    ['openTilt', undefined, 'Cover.GoToPosition', { id: 0, slat_pos: 100 }],
    ['closeTilt', undefined, 'Cover.GoToPosition', { id: 0, slat_pos: 0 }],
  ] as const)('is asked to %s by RPC', (action, value, method, params) => {
    const device = startOnline({ 'cover:0': { ...COVER, slat_pos: 50 } })
    const sent = device.model.commandsFor(device.entity().id, action, value)
    if ('error' in sent) throw new Error(sent.error)
    expect(sent.messages).toHaveLength(1)
    expect(sent.messages[0]?.topic).toBe(`${PREFIX}/rpc`)
    expect(JSON.parse(sent.messages[0]?.payload ?? '')).toMatchObject({ id: sent.command, method, params })
  })

  it.each([
    ['success', { result: null }, null],
    ['a busy device', { error: { code: -109, message: 'Calibration in progress!' } }, 'device_busy'],
    ['a device that is not ready', { error: { code: -109, message: 'Not calibrated' } }, 'device_not_ready'],
    ['another error', { error: { code: -103, message: 'Invalid argument' } }, 'device_update_failed'],
  ])('acknowledges %s by its answer', (_title, body, error) => {
    const device = startOnline({ 'cover:0': COVER })
    const { id } = device.entity()
    const sent = device.model.commandsFor(id, 'open')
    if ('error' in sent || sent.command === null) throw new Error('no command')
    device.answer(sent.command, body)
    expect(device.events.at(-1)).toMatchObject({ event: 'acknowledged', id, command: sent.command, error })
  })

  it('fails when something is in its way, once', () => {
    const device = startOnline({ 'cover:0': COVER })
    device.notify({ 'cover:0': { id: 0, state: 'stopped', errors: ['obstruction'] } })
    device.notify({ 'cover:0': { id: 0, errors: ['obstruction'] } })
    const failed = device.events.filter(({ event }) => event === 'failed')
    expect(failed).toEqual([
      { event: 'failed', id: device.entity().id, error: 'device_update_failed', detail: 'obstructed' },
    ])
  })

  it('has relays, which end a pulse by themselves, and lights', () => {
    const device = startOnline({
      'switch:0': { id: 0, output: true },
      'light:0': { id: 0, output: false, brightness: 30 },
    })
    expect(device.model.list().map(({ kind, state }) => [kind, 'on' in state && state.on])).toEqual([
      ['switch', true],
      ['light', false],
    ])
    const [relay, light] = device.model.list()
    const payload = (id: string | undefined, action: 'on' | 'off' | 'setBrightness', value?: unknown) => {
      const sent = device.model.commandsFor(id ?? '', action, value)
      if ('error' in sent) return sent.error
      return JSON.parse(sent.messages[0]?.payload ?? '').params
    }
    expect(payload(relay?.id, 'on', 3)).toEqual({ id: 0, on: true, toggle_after: 3 })
    expect(payload(relay?.id, 'on', 999)).toBe('bad_command_value')
    expect(payload(relay?.id, 'off')).toEqual({ id: 0, on: false })
    expect(payload(light?.id, 'setBrightness', 0)).toEqual({ id: 0, on: true, brightness: 1 })
    expect(payload(light?.id, 'on')).toEqual({ id: 0, on: true })
  })

  it('is offline by its will, keeps its state, and is asked again when it is back', () => {
    const device = startOnline({ 'cover:0': COVER })
    const { id } = device.entity()
    device.send(`${PREFIX}/online`, 'false')
    expect(device.entity().state).toMatchObject({ available: false, position: 0.6 })
    expect(device.model.commandsFor(id, 'open')).toMatchObject({ error: 'device_offline' })
    device.send(`${PREFIX}/online`, 'true')
    device.answerAll()
    expect(device.entity()).toMatchObject({ id, state: { available: true } })
  })

  it('is restored from what it answered, and offline until it says that it is online', () => {
    const first = startOnline({ 'cover:0': COVER })
    const { id } = first.entity()
    const kept = first.model.announcementOf(id)
    const second = startDevice({ 'cover:0': COVER })
    if (kept !== null) second.model.restore(kept)
    second.settle()
    expect(second.entity()).toMatchObject({ id, state: { available: false } })
  })

  it.each(['#', '+', 'a/#', '$SYS', ''])('never publishes below %j', (prefix) => {
    const device = startDevice({})
    device.send(`${prefix}/online`, 'true')
    expect(device.asked()).toEqual([])
  })
})
