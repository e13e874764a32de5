import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bytes, Crypto, Environment, VendorId } from '@matter/main'
import { AttestationCertificateManager, CertificationDeclaration } from '@matter/main/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCertificates } from './certificates.ts'

const VENDOR = VendorId(0xfff2)
const PRODUCT = 0x8001

let folder: string
let key: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'senca-certificates-'))
  const crypto = Environment.default.get(Crypto)
  const manager = await AttestationCertificateManager.create(crypto, VENDOR)
  const { keyPair, dac } = await manager.getDACert(PRODUCT)
  key = Buffer.from(Bytes.of(keyPair.privateKey))
  write('dac.pem', pemOf('CERTIFICATE', Buffer.from(Bytes.of(dac))))
  write('pai.pem', Buffer.from(Bytes.of(await manager.getPAICert())))
  write('dac-key.pem', sec1Of(key))
  write('cd.der', Buffer.from(Bytes.of(await CertificationDeclaration.generate(crypto, VENDOR, PRODUCT))))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
const pemOf = (kind: string, der: Buffer) =>
  `-----BEGIN ${kind}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`
/** RFC 5915, with the parameters of P-256. */
const sec1Of = (raw: Buffer) =>
  Buffer.concat([Buffer.from('30310201010420', 'hex'), raw, Buffer.from('a00a06082a8648ce3d030107', 'hex')])

describe('the certificates of a product', () => {
  it('are read as PEM and DER', () => {
    const { privateKey, certificate, declaration } = readCertificates(folder)
    expect(Buffer.from(privateKey, 'base64')).toEqual(key)
    expect(Buffer.from(certificate, 'base64')[0]).toBe(0x30)
    expect(declaration.length).toBeGreaterThan(100)
  })

  it.each([
    ['dac-key.pem', sec1Of(Buffer.alloc(32, 7)), 'is not the key'],
    ['dac.pem', 'nothing', 'dac.pem cannot be used'],
    ['cd.der', Buffer.alloc(20_000), 'too long'],
  ])('are refused with a wrong %s', (name, content, why) => {
    const file = join(folder, name)
    const kept = readFileSync(file)
    write(name, content)
    expect(() => readCertificates(folder)).toThrow(why)
    write(name, kept)
  })

  it('are refused where one is missing', () => {
    expect(() => readCertificates('/nowhere')).toThrow('/nowhere/dac.pem cannot be used')
  })
})
