import { describe, expect, it } from 'vitest'
import { homeFileSchema, refusalOfServer } from './home-file.ts'

describe('the address of the server', () => {
  it.each([
    'https://senca.example.com',
    'https://senca.example.com:8443',
    'http://localhost:8080',
    'http://192.168.1.20:8080',
    'http://[fd00::20]:8080',
    'http://senca.local',
  ])('may be %s', (address) => {
    expect(refusalOfServer(address)).toBeNull()
  })

  it.each([
    ['http://senca.example.com', 'nobody on the way'],
    ['http://8.8.8.8', 'nobody on the way'],
    ['http://[2001:db8::1]', 'nobody on the way'],
    ['https://senca.example.com/home', 'home page'],
    ['https://anna:secret@senca.example.com', 'home page'],
    ['ftp://senca.example.com', 'https://'],
    ['senca.example.com', 'not an address'],
    [`https://${'a'.repeat(400)}.com`, 'not an address'],
  ])('may not be %s', (address, why) => {
    expect(refusalOfServer(address)).toContain(why)
  })
})

it('keeps tokens and nothing else', () => {
  const token = `senca_${'a'.repeat(49)}`
  expect(homeFileSchema.safeParse({ server: 'https://a', tokens: [token] }).success).toBe(true)
  for (const wrong of [{ server: 'https://a' }, { server: 'https://a', tokens: ['senca_short'] }, 7])
    expect(homeFileSchema.safeParse(wrong).success).toBe(false)
})
