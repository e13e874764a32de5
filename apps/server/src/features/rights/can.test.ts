import { describe, expect, it } from 'vitest'
import { type Actor, can, type DeviceGrant, type LinkActor, type Verb } from './can.ts'

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
    grants: new Map([['abcdefgh', whole]]),
  }
  it.each(verbs)('lets a guest view and command what the link lends: %s', (verb) => {
    const isLent = verb === 'view' || verb === 'command'
    expect(can(guest, verb, { id: 'abcdefgh', ownerId: 'anna' })).toBe(isLent)
  })
  it.each(verbs)('does not let a guest %s another device of the owner', (verb) => {
    expect(can(guest, verb, { id: 'bbbbbbbb', ownerId: 'anna' })).toBe(false)
  })
  it.each(verbs)('does not let a guest %s a device that has left the owner', (verb) => {
    expect(can(guest, verb, { id: 'abcdefgh', ownerId: 'bor' })).toBe(false)
    expect(can(guest, verb, { id: 'abcdefgh', ownerId: null })).toBe(false)
  })
})
