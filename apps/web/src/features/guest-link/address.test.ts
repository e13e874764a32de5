import { describe, expect, it } from 'vitest'
import { deviceAddress, deviceOf, listAddress, tokenOf } from './address.ts'

describe('the token', () => {
  it.each([
    ['of the address', { state: null, search: '?token=a' }, 'a'],
    ['of the navigation before that of the address', { state: { token: 'n' }, search: '?token=a' }, 'n'],
    ['that the app carries', { state: { usr: { token: 'u' }, key: 'x' }, search: '' }, 'u'],
    ['beside a state of others', { state: { usr: null, idx: 3 }, search: '?token=a' }, 'a'],
    ['beside a state that cannot be read', { state: { token: 7 }, search: '?token=a' }, 'a'],
    ['without what a chat joined to it', { state: null, search: '?token=a-B_9).' }, 'a-B_9'],
    ['that no header could carry is none', { state: null, search: '?token=%00%D1%91' }, null],
    ['that is empty is none', { state: null, search: '?token=' }, null],
    ['that is nowhere is none', { state: null, search: '' }, null],
  ])('is the one %s', (_name, place, token) => {
    expect(tokenOf(place)).toBe(token)
  })
})

describe('an address', () => {
  it('keeps the token that it came with', () => {
    expect(listAddress('?token=a%26b&deviceId=x')).toBe('/device-link?token=a%26b')
    expect(deviceAddress('?token=a', { id: 'x', specifier: 'light_2' })).toBe(
      '/device-link/device?token=a&deviceId=x&deviceSpecifier=light_2',
    )
  })

  it('has none where the navigation carries it', () => {
    expect(listAddress('')).toBe('/device-link')
    expect(deviceAddress('', { id: 'x', specifier: null })).toBe('/device-link/device?deviceId=x')
  })

  it.each([
    ['/device-link', '?deviceId=x', null],
    ['/device-link/device', '?deviceId=x', { id: 'x', specifier: null }],
    ['/device-link/device', '?deviceId=x&deviceSpecifier=light_1', { id: 'x', specifier: 'light_1' }],
    ['/device-link/device', '?deviceId=x&deviceSpecifier=disco', { id: 'x', specifier: null }],
  ])('%s%s is about %j', (path, search, expected) => {
    expect(deviceOf({ path, search })).toEqual(expected)
  })
})
