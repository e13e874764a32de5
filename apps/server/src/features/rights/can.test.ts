import { describe, expect, it } from 'vitest'
import {
  type Actor,
  can,
  type DelegateActor,
  type DeviceGrant,
  type Grants,
  type LinkActor,
  lastRoleFor,
  principalOf,
  type ReceivedRole,
  roleUsed,
  type Verb,
} from './can.ts'
import { mayCommand } from './granted-commands.ts'

const actor: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }
const verbs: Verb[] = ['view', 'command', 'maintain', 'own']

describe('can', () => {
  it.each(verbs)('lets the owner %s', (verb) => {
    expect(can(actor, verb, { id: 'abcdefgh', ownerId: 'anna' })).toBe(true)
  })
  it.each(verbs)('does not let another account %s', (verb) => {
    expect(can(actor, verb, { id: 'abcdefgh', ownerId: 'bor' })).toBe(false)
  })
  it.each(verbs)('lets nobody %s what belongs to nobody', (verb) => {
    expect(can(actor, verb, { id: 'abcdefgh', ownerId: null })).toBe(false)
  })

  const whole: DeviceGrant = { channels: null, actions: null, limits: null }
  const guest: LinkActor = {
    kind: 'link',
    linkId: 'l',
    ownerId: 'anna',
    pinMark: null,
    name: null,
    grants: new Map([['abcdefgh', { ...whole, permissions: ['view', 'command'] }]]),
  }
  it.each(verbs)('lets a guest view and command what the link shares: %s', (verb) => {
    const isShared = verb === 'view' || verb === 'command'
    expect(can(guest, verb, { id: 'abcdefgh', ownerId: 'anna' })).toBe(isShared)
  })
  it.each(verbs)('does not let a guest %s another device of the owner', (verb) => {
    expect(can(guest, verb, { id: 'bbbbbbbb', ownerId: 'anna' })).toBe(false)
  })
  it.each(verbs)('does not let a guest %s a device that has left the owner', (verb) => {
    expect(can(guest, verb, { id: 'abcdefgh', ownerId: 'bor' })).toBe(false)
    expect(can(guest, verb, { id: 'abcdefgh', ownerId: null })).toBe(false)
  })

  const grants: Grants = new Map([
    ['shade', { ...whole, permissions: ['view', 'command'] }],
    ['blind', { ...whole, permissions: ['view', 'command'], actions: ['move_to_ventilation'] }],
    ['awning', { ...whole, permissions: ['maintain'] }],
    ['light', { ...whole, permissions: ['view'] }],
  ])
  const role: DelegateActor = {
    kind: 'operator',
    id: 'installer',
    accountId: 'bor',
    sessionId: 's',
    ownerId: 'anna',
    name: 'Installer',
    grants,
  }
  it.each<[string, string, Verb[]]>([
    ['commands without maintaining', 'shade', ['view', 'command']],
    ['maintains without commanding', 'awning', ['view', 'maintain']],
    ['only looks', 'light', ['view']],
    ['has nothing of a device that is not granted', 'door', []],
  ])('lets an account in a role do what is granted: %s', (_name, id, allowed) => {
    expect(verbs.filter((verb) => can(role, verb, { id, ownerId: 'anna' }))).toEqual(allowed)
  })

  it('lets nobody in a role do anything with a device that has another owner, its own account included [RL1]', () => {
    for (const ownerId of ['bor', 'cene', null]) {
      expect(verbs.filter((verb) => can(role, verb, { id: 'shade', ownerId }))).toEqual([])
    }
  })

  it('lets an account in a role send the actions that are granted, and stop whatever it may command', () => {
    const may = (id: string, command: Parameters<typeof mayCommand>[2]) =>
      mayCommand(role, { id, ownerId: 'anna' }, command, { position: 0.8 })
    const sent = [
      { command: 'move', position: 40 },
      { command: 'move_to_ventilation' },
      { command: 'abort' },
    ] as const
    expect(sent.map((command) => may('shade', command))).toEqual([true, true, true])
    expect(sent.map((command) => may('blind', command))).toEqual([false, true, true])
    for (const id of ['awning', 'light', 'door'])
      expect(sent.map((command) => may(id, command))).toEqual([false, false, false])
  })

  it('lets a delegate do nothing more with what was revoked', () => {
    const left = new Map([...grants].filter(([id]) => id !== 'shade'))
    const without = { ...role, grants: left }
    expect(verbs.filter((verb) => can(without, verb, { id: 'shade', ownerId: 'anna' }))).toEqual([])
    expect(can(without, 'view', { id: 'light', ownerId: 'anna' })).toBe(true)
  })

  it.each(['scenario', 'operator'] as const)('judges a %s by its grants alone [RL1]', (kind) => {
    const delegate = { ...role, kind }
    expect(verbs.filter((verb) => can(delegate, verb, { id: 'shade', ownerId: 'anna' }))).toEqual([
      'view',
      'command',
    ])
    expect(principalOf(delegate)).toBe(`${kind} installer bor`)
  })
})

describe('what several roles grant an account', () => {
  let lookups = 0
  class CountedDevices extends Map<string, Date> {
    override has(id: string) {
      lookups += 1
      return super.has(id)
    }
  }
  const shared = { id: 'shade', ownerId: 'anna' }
  const role = (id: string, changes: Partial<ReceivedRole> = {}): ReceivedRole => ({
    id,
    name: id,
    ownerId: 'anna',
    ownerEmail: 'anna@example.org',
    permissions: ['view', 'command'],
    devices: new CountedDevices([['shade', new Date(0)]]),
    since: new Date(0),
    isActive: true,
    isOver: false,
    endsAt: null,
    changesAt: null,
    ...changes,
  })
  const holder = (...received: ReceivedRole[]): Actor => ({
    kind: 'account',
    accountId: 'bor',
    sessionId: 's',
    received,
  })
  const day = (number: number) => new Date(Date.UTC(2026, 10, number))

  it('adds up, by roles of its owner that are valid now', () => {
    const bor = holder(
      role('looks', { permissions: ['view'] }),
      role('later', { permissions: ['command'], isActive: false }),
      role('maintains', { permissions: ['maintain'] }),
      role('of another', { ownerId: 'cene', permissions: ['command'] }),
    )
    expect(verbs.filter((verb) => can(bor, verb, shared))).toEqual(['view', 'maintain'])
    expect(roleUsed(bor, 'view', shared)?.id).toBe('looks')
    expect(roleUsed(bor, 'command', shared)).toBeNull()
  })

  it('ends with the last of them that is not over, and never where one has no end [RL5]', () => {
    const roles = [
      role('early', { endsAt: day(2) }),
      role('late', { endsAt: day(9), isActive: false }),
      role('over', { endsAt: day(20), isActive: false, isOver: true }),
      role('mid', { endsAt: day(5) }),
    ]
    expect(lastRoleFor(holder(...roles), shared)?.id).toBe('late')
    expect(lastRoleFor(holder(...roles, role('endless')), shared)?.id).toBe('endless')
    expect(lastRoleFor(holder(...roles), { id: 'door', ownerId: 'anna' })).toBeNull()
  })

  it('is found in the first role that could say it, and where none could without a look', () => {
    const bor = holder(...Array.from({ length: 20 }, (_, number) => role(`role ${number}`)))
    lookups = 0
    for (const verb of verbs) can(bor, verb, shared)
    lastRoleFor(bor, shared)
    expect(lookups).toBe(3)
  })
})
