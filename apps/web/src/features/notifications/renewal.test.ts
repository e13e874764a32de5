import { expect, it } from 'vitest'
import { renewalOf } from './renewal.ts'

type Now = Parameters<typeof renewalOf>[0]
const on: Now = { permission: 'granted', wasOn: true, subscription: 'sent', isKnown: true }

it.each<[name: string, now: Partial<Now>, does: ReturnType<typeof renewalOf>]>([
  ['has what the server knows', {}, 'nothing'],
  ['got another subscription from its service', { subscription: 'other' }, 'send'],
  ['was subscribed before it kept what it sent', { wasOn: false, subscription: 'other' }, 'send'],
  ['was removed on another device, or ended by its service', { isKnown: false }, 'ask'],
  ['lost its subscription', { subscription: 'none', isKnown: undefined }, 'subscribe'],
  ['lost its subscription and its permission', { subscription: 'none', permission: 'default' }, 'ask'],
  ['was refused its permission', { subscription: 'none', permission: 'denied' }, 'nothing'],
  ['never had notifications', { subscription: 'none', wasOn: false, isKnown: false }, 'nothing'],
  ['knows no notifications', { permission: 'unsupported' }, 'nothing'],
  ['does not reach the server', { subscription: 'other', isKnown: undefined }, 'nothing'],
  ['does not reach the server with what it sent', { isKnown: undefined }, 'nothing'],
])('a browser that %s: at a start [PK34]', (_name, now, does) => {
  expect(renewalOf({ ...on, ...now })).toBe(does)
})
