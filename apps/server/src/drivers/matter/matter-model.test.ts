import { describe, expect, it } from 'vitest'
import { startModel } from '#testing/entities/run-entity-case.ts'
import { createMatterModel } from './matter-model.ts'

const NODE = '0123456789abcdef'
const COVER = {
  kind: 'cover',
  endpoint: 1,
  lifts: true,
  tilts: false,
  knowsLift: true,
  knowsTilt: false,
  type: 2,
  endProduct: 17,
  lift: 2_500,
  tilt: null,
  motion: 'none',
  isObstructed: false,
}
const LOCK = { kind: 'lock', endpoint: 2, state: 1, mode: 0, hasLatch: false, needsPin: false }
const LIGHT = { kind: 'light', endpoint: 3, on: true, level: 127 }

/** A node with these parts, as the Matter process reports it. */
function startNode(...parts: object[]) {
  const run = startModel(createMatterModel)
  const report = (reported: readonly object[], more: object = {}, thing: object = {}) =>
    run.send(NODE, {
      type: 'node',
      account: 'a',
      node: NODE,
      isOnline: true,
      vendor: 'Acme',
      product: 'Blind',
      things: [
        {
          endpoint: 0,
          name: 'Kitchen',
          vendor: 'Acme',
          product: 'Blind',
          sw: '1.0',
          isReachable: true,
          isCertified: true,
          parts: reported,
          ...thing,
        },
      ],
      ...more,
    })
  report(parts)
  const entity = (index = 0) => {
    const found = run.model.list()[index]
    if (found === undefined) throw new Error('no entity')
    return found
  }
  const command = (
    index: number,
    ...asked: [Parameters<typeof run.model.commandsFor>[1], unknown?, number?]
  ) => {
    const sent = run.model.commandsFor(entity(index).id, ...asked)
    return 'error' in sent ? sent.error : JSON.parse(sent.messages[0]?.payload ?? '').command
  }
  return { ...run, report, entity, command }
}

describe('[HW32] the nodes of a Matter fabric', () => {
  it('are entities with the scale of the product, and no inversion', () => {
    const { entity } = startNode(COVER)
    expect(entity()).toMatchObject({
      source: 'matter',
      address: `${NODE} 1`,
      kind: 'cover',
      name: 'Kitchen',
      deviceClass: 'shutter',
      suggestedType: 'roller_shutter',
      confirmation: 'acknowledged',
      can: ['open', 'close', 'stop', 'setPosition'],
      device: { manufacturer: 'Acme', model: 'Blind', sw: '1.0' },
      state: { available: true, position: 0.25, closed: false, moving: 'none' },
      limitations: [],
    })
  })

  it.each([
    ['an unknown place', { lift: null }, { position: null, closed: null }],
    ['closed', { lift: 10_000 }, { position: 1, closed: true }],
    ['closing', { motion: 'closing' }, { moving: 'closing' }],
  ])('report %s', (_title, reported, state) => {
    const { report, entity, events } = startNode(COVER)
    report([{ ...COVER, ...reported }])
    expect(entity().state).toMatchObject(state)
    expect(events.at(-1)).toMatchObject({ event: 'reported', isLive: true, hasChanged: true })
  })

  it.each([
    [
      { battery: 18, level: 1 },
      { battery: 18, batteryLow: true },
    ],
    [
      { battery: 90, level: 0 },
      { battery: 90, batteryLow: false },
    ],
    [{ battery: null, level: 2 }, { batteryLow: true }],
    [{ battery: 55, level: null }, { battery: 55 }],
    [{ battery: null, level: null }, null],
  ])('report a battery of %j as %j', (power, charge) => {
    const { report, entity, events, model } = startNode(COVER)
    expect(model.chargeOf?.(entity().id)).toBeNull()
    report([COVER], {}, { power })
    expect(model.chargeOf?.(entity().id)).toEqual(charge)
    const charged = () => events.filter(({ event }) => event === 'charged')
    expect(charged()).toEqual([{ event: 'charged', id: entity().id }])
    report([{ ...COVER, lift: 10_000 }], {}, { power })
    expect(charged()).toHaveLength(1)
  })

  it.each([
    { battery: 101, level: 0 },
    { battery: 18.5, level: 0 },
    { battery: -1, level: 0 },
    { level: 0 },
    18,
  ])('with a battery of %j are not read, and stay as they were', (power) => {
    const { report, entity, model } = startNode(COVER)
    report([{ ...COVER, lift: 0 }], {}, { power })
    expect(entity().state).toMatchObject({ available: true, position: 0.25 })
    expect(model.chargeOf?.(entity().id)).toBeNull()
  })

  it('are restored without the charge, which may be an old one', () => {
    const { report, entity, model } = startNode(COVER)
    report([COVER], {}, { power: { battery: 18, level: 1 } })
    const announcement = model.announcementOf(entity().id)
    if (announcement === null) throw new Error('it is not announced')
    const run = startModel(createMatterModel)
    run.model.restore(announcement)
    expect(run.model.chargeOf?.(entity().id)).toBeNull()
  })

  it('take no position without one, and may still be opened with an unknown one', () => {
    const { entity, command } = startNode({ ...COVER, knowsLift: false, lift: null })
    expect(entity()).toMatchObject({ can: ['open', 'close', 'stop'], limitations: [{ code: 'no_position' }] })
    expect(command(0, 'open')).toEqual({ do: 'open' })
    expect(command(0, 'setPosition', 0.5)).toBe('device_unsupported_action')
  })

  it.each([
    ['close', undefined, { do: 'close' }],
    ['setPosition', 0.333, { do: 'lift', value: 3_330 }],
    ['setPosition', 2, 'bad_command_value'],
    ['setPosition', '0.5', 'bad_command_value'],
  ] as const)('are asked to %s %s', (action, value, expected) => {
    expect(startNode(COVER).command(0, action, value)).toEqual(expected)
  })

  it('fail once when something is in the way', () => {
    const { report, events } = startNode(COVER)
    report([{ ...COVER, isObstructed: true }])
    report([{ ...COVER, isObstructed: true, lift: 2_600 }])
    expect(events.filter(({ event }) => event === 'failed')).toMatchObject([
      { error: 'device_update_failed', detail: 'obstructed' },
    ])
  })

  it('never dim a light to 0', () => {
    const { entity, command } = startNode(LIGHT)
    expect(entity().state).toMatchObject({ on: true, brightness: 0.5 })
    expect(command(0, 'setBrightness', 0)).toEqual({ do: 'level', value: 1 })
    expect(command(0, 'setBrightness', 1)).toEqual({ do: 'level', value: 254 })
    expect(command(0, 'off')).toEqual({ do: 'off' })
  })

  it.each([
    [0, 'jammed'],
    [1, 'locked'],
    [2, 'unlocked'],
    [3, 'open'],
    [null, 'unknown'],
  ])('report the lock state %s as %s', (state, lockState) => {
    expect(startNode({ ...LOCK, state }).entity().state).toMatchObject({ lockState })
  })

  it('are on their way between the ends while a command runs, and stuck when it does not end', () => {
    const { model, entity, report, clock } = startNode(LOCK)
    model.sent(entity().id, 'unlock')
    report([{ ...LOCK, state: 0 }])
    expect(entity().state).toMatchObject({ lockState: 'unlocking' })
    clock.advance(30_000)
    expect(entity().state).toMatchObject({ lockState: 'jammed' })
    model.sent(entity().id, 'lock')
    report([{ ...LOCK, state: 1 }])
    report([{ ...LOCK, state: 0 }])
    expect(entity().state).toMatchObject({ lockState: 'jammed' })
  })

  it('take no unlock in privacy mode, and no command without the code that they need', () => {
    const closed = startNode({ ...LOCK, mode: 2 })
    expect(closed.entity()).toMatchObject({ can: ['lock'], limitations: [{ code: 'privacy_mode' }] })
    expect(closed.command(0, 'unlock')).toBe('device_unsupported_action')
    const coded = startNode({ ...LOCK, needsPin: true })
    expect(coded.entity().limitations).toMatchObject([{ code: 'code_required' }])
    expect(coded.command(0, 'unlock')).toBe('device_unsupported_action')
    expect(coded.command(0, 'unlock', '1234')).toEqual({ do: 'unlock', pin: '1234' })
    expect(coded.command(0, 'unlock', '1'.repeat(33))).toBe('bad_command_value')
    expect(coded.command(0, 'unlock', '1234', 20)).toEqual({ do: 'unlock', pin: '1234', seconds: 20 })
  })

  it.each([
    [0, true],
    [1, false],
    [2, null],
    [3, true],
    [4, null],
    [5, true],
    [null, null],
  ])('have a contact beside a lock, and report its state %s as %s', (door, on) => {
    const { model } = startNode({ ...LOCK, door })
    expect(model.list().map(({ kind }) => kind)).toEqual(['lock', 'contact'])
    expect(model.list()[1]?.state).toMatchObject({ on })
  })

  it('acknowledge by the answer to the command', () => {
    const { model, entity, events, send } = startNode(COVER)
    const sent = model.commandsFor(entity().id, 'open')
    if ('error' in sent) throw new Error(sent.error)
    const answer = { type: 'answer', account: 'a', call: sent.command }
    send('answer', { ...answer, error: 'device_busy', detail: 'busy' })
    send('answer', { ...answer, error: null })
    expect(events.filter(({ event }) => event === 'acknowledged')).toMatchObject([
      { id: entity().id, error: 'device_busy', detail: 'busy' },
    ])
  })

  it('are offline and keep their state while the node is away, and so is what its bridge cannot reach', () => {
    const { model, report, entity } = startNode(COVER)
    report([COVER], { isOnline: false })
    expect(entity().state).toMatchObject({ available: false, position: 0.25 })
    expect(model.commandsFor(entity().id, 'open')).toMatchObject({ error: 'device_offline' })
    report([COVER])
    expect(entity().state).toMatchObject({ available: true })
    report([COVER], {}, { isReachable: false })
    expect(entity().state).toMatchObject({ available: false })
  })

  it('are restored offline under the same ids, and leave with their node', () => {
    const first = startNode(COVER)
    const kept = first.model.announcementOf(first.entity().id)
    const second = startModel(createMatterModel)
    if (kept !== null) second.model.restore(kept)
    expect(second.model.list()).toMatchObject([{ id: first.entity().id, state: { available: false } }])
    second.send(NODE, { type: 'gone', account: 'a', node: NODE })
    expect(second.model.list()).toEqual([])
  })

  it('says for ever that a device is not certified', () => {
    const { report, entity } = startNode(COVER)
    report([COVER], {}, { isCertified: false })
    expect(entity().limitations).toMatchObject([{ code: 'uncertified' }])
  })

  it.each([
    ['a message of another shape', { type: 'node' }],
    [
      'too many parts',
      {
        type: 'node',
        account: 'a',
        node: NODE,
        isOnline: true,
        vendor: '',
        product: '',
        things: [{ parts: Array.from({ length: 100 }, () => COVER) }],
      },
    ],
    ['a node id that is none', { type: 'gone', account: 'a', node: 3 }],
  ])('ignores %s', (_title, message) => {
    const { send, entity } = startNode(COVER)
    send(NODE, message)
    expect(entity().state).toMatchObject({ available: true })
  })

  it('follows the commands that another instance had handed over', () => {
    const { entity, events, send, report } = startNode(LOCK, COVER)
    const [lock, cover] = [entity(0).id, entity(1).id]
    send('any', { type: 'invoked', id: lock, action: 'unlock' })
    report([{ ...LOCK, state: 0 }, COVER])
    expect(entity(0).state).toMatchObject({ lockState: 'unlocking' })
    report([{ ...LOCK, state: 2 }, COVER])
    report([{ ...LOCK, state: 0 }, COVER])
    expect(entity(0).state).toMatchObject({ lockState: 'jammed' })
    send('any', { type: 'invoked', id: cover, action: 'setPosition', value: 0.4 })
    expect(events).toContainEqual({ event: 'commanded', id: cover, action: 'setPosition', value: 0.4 })
    send('any', { type: 'invoked', id: 'of no entity', action: 'open' })
    expect(events.filter(({ event }) => event === 'commanded')).toHaveLength(2)
  })

  it('say what a command is to its entity, but no code', () => {
    const { model, entity } = startNode(LOCK)
    const { id } = entity()
    const sent = model.commandsFor(id, 'unlock', '2468')
    const { command, about } = JSON.parse('error' in sent ? '{}' : (sent.messages[0]?.payload ?? ''))
    expect(command).toMatchObject({ do: 'unlock', pin: '2468' })
    expect(about).toEqual({ id, action: 'unlock' })
  })
})
