import { describe, expect, it } from 'vitest'
import { type Offering, outcomeOf, type SetupCode, statusOf } from './setup-rules.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const LATER = new Date('2026-05-01T12:30:00Z')
const OPEN: SetupCode = { accountId: 'me', expiresAt: LATER, deviceId: null, outcome: null }
const FREE: Offering = { id: 'd1', ownerId: null, canBeClaimed: true }

describe('a device that offers a code', () => {
  it.each<[string, Partial<SetupCode>, Partial<Offering>, Date, string | null]>([
    ['nobody’s', {}, {}, NOW, 'take'],
    ['nobody’s, as the code ends', {}, {}, LATER, null],
    ['of the own home', {}, { ownerId: 'me', canBeClaimed: false }, NOW, 'claimed'],
    ['of the own home, after a reset', {}, { ownerId: 'me' }, NOW, 'claimed'],
    ['of another home', {}, { ownerId: 'you', canBeClaimed: false }, NOW, 'belongs_to_another_home'],
    ['of another home, after a reset', {}, { ownerId: 'you' }, NOW, 'take'],
    ['that has yet to forget its home', {}, { canBeClaimed: false }, NOW, 'connected'],
    ['that used it', { deviceId: 'd1' }, { ownerId: 'me', canBeClaimed: false }, NOW, 'claimed'],
    ['that used it and has left the home', { deviceId: 'd1' }, {}, NOW, 'used'],
    ['of which another used it', { deviceId: 'd2' }, {}, NOW, 'used'],
    ['of the own home, of which another used it', { deviceId: 'd2' }, { ownerId: 'me' }, NOW, 'used'],
  ])('%s', (_name, code, device, now, outcome) => {
    expect(outcomeOf({ ...OPEN, ...code }, { ...FREE, ...device }, now)).toBe(outcome)
  })
})

describe('the answer to a code', () => {
  it.each<[Partial<SetupCode>, Date, object]>([
    [{}, NOW, { status: 'waiting' }],
    [{}, LATER, { status: 'failed', reason: 'expired' }],
    [{ outcome: 'connected' }, NOW, { status: 'connected' }],
    [{ outcome: 'unreachable' }, NOW, { status: 'failed', reason: 'unreachable' }],
    [{ outcome: 'belongs_to_another_home' }, NOW, { status: 'failed', reason: 'belongs_to_another_home' }],
    [{ outcome: 'belongs_to_another_home' }, LATER, { status: 'failed', reason: 'expired' }],
    [{ outcome: 'claimed', deviceId: 'd1' }, NOW, { status: 'claimed', token: 'd1' }],
    [{ outcome: 'claimed', deviceId: 'd1' }, LATER, { status: 'claimed', token: 'd1' }],
    [{ outcome: 'used', deviceId: 'd1' }, NOW, { status: 'failed', reason: 'used' }],
  ])('%j at %s', (code, now, notified) => {
    expect(statusOf({ ...OPEN, ...code }, now)).toEqual(notified)
  })
})
