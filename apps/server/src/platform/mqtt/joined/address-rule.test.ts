import { describe, expect, it } from 'vitest'
import {
  type AddressRule,
  allowedAddresses,
  type BrokerJoin,
  defaultBrokerJoin,
  isAllowedWay,
} from './address-rule.ts'

const ruleOf = (join: BrokerJoin): AddressRule => ({
  join,
  ownPorts: [1883, 8080],
  ownAddresses: () => ['192.168.1.5', '2a00::0:5', 'fd00::5'],
})
const mayReach = (join: BrokerJoin, address: string, port = 8883) =>
  allowedAddresses(ruleOf(join), [address], port).length === 1

const GLOBAL = ['8.8.8.8', '2a00:1450:4001::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8']
const LOCAL = [
  '127.0.0.1',
  '127.9.9.9',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.20',
  '100.64.0.1',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fd12::1',
  '::ffff:192.168.1.20',
  '::ffff:7f00:1',
  '64:ff9b::10.0.0.1',
]
const NEVER = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '198.18.0.1',
  '::',
  '::ffff:0.0.0.0',
  '::127.0.0.1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'localhost',
  '127.1',
  '',
]

describe('[HW15] the address of a broker', () => {
  it.each(GLOBAL)('%s may be reached by every server', (address) => {
    expect(mayReach('public', address)).toBe(true)
    expect(mayReach('any', address)).toBe(true)
    expect(mayReach('off', address)).toBe(false)
  })

  it.each(LOCAL)('%s may be reached where private networks are allowed', (address) => {
    expect(mayReach('public', address)).toBe(false)
    expect(mayReach('any', address)).toBe(true)
    expect(mayReach('off', address)).toBe(false)
  })

  it.each(NEVER)('%j may never be reached', (address) => {
    expect(mayReach('public', address)).toBe(false)
    expect(mayReach('any', address)).toBe(false)
  })

  it('has every address allowed on a public server, and one of them elsewhere', () => {
    const both = ['8.8.8.8', '192.168.1.20', 'fe80::1']
    expect(allowedAddresses(ruleOf('public'), both, 8883)).toEqual([])
    expect(allowedAddresses(ruleOf('any'), both, 8883)).toEqual(['8.8.8.8', '192.168.1.20'])
  })

  it.each([
    ['127.0.0.1', 1883, false],
    ['127.5.5.5', 8080, false],
    ['::1', 1883, false],
    ['192.168.1.5', 1883, false],
    ['::ffff:192.168.1.5', 1883, false],
    ['2a00:0:0::5', 1883, false],
    ['192.168.1.6', 1883, true],
    ['127.0.0.1', 1884, true],
  ])('%s port %d is not this server: %j', (address, port, isAllowed) => {
    expect(mayReach('any', address, port)).toBe(isAllowed)
  })
})

it('[HW15] on a public server a broker needs TLS and a port from 1024 on', () => {
  expect(isAllowedWay(ruleOf('public'), { port: 8883, tls: true })).toBe(true)
  expect(isAllowedWay(ruleOf('public'), { port: 8883, tls: false })).toBe(false)
  expect(isAllowedWay(ruleOf('public'), { port: 443, tls: true })).toBe(false)
  expect(isAllowedWay(ruleOf('any'), { port: 443, tls: false })).toBe(true)
  expect(isAllowedWay(ruleOf('off'), { port: 8883, tls: true })).toBe(false)
})

it.each([
  ['http://localhost:8080', 'any'],
  ['http://127.0.0.1:8080', 'any'],
  ['http://[::1]:8080', 'any'],
  ['http://192.168.1.5:8080', 'any'],
  ['https://senca', 'any'],
  ['https://senca.local', 'any'],
  ['https://senca.lan.', 'any'],
  ['https://senca.home.arpa', 'any'],
  ['https://senca.example', 'public'],
  ['https://local.senca.example', 'public'],
  ['https://8.8.8.8', 'public'],
  ['https://[2a00::1]', 'public'],
])('[HW15] a server at %s allows %s by default', (publicUrl, join) => {
  expect(defaultBrokerJoin(publicUrl)).toBe(join)
})
