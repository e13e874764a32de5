import { createHash, createPublicKey, randomUUID, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { importPKCS8, importSPKI, jwtVerify, SignJWT } from 'jose'
import type { FakeClock } from '../fake-clock.ts'
import { CA, type Issued, issue, KJUR, pairOf } from './certificates.ts'
import { startOnLoopback } from './loopback-server.ts'

export const APPLE_PRODUCTS = { monthly: 'weather_monthly', yearly: 'weather_yearly' }
const BUNDLE = 'home.senca.ios'
const APP_ID = 1_234_567
const KEY_ID = 'KEYOFTESTS'
const ISSUER = '0b3a6a6e-0000-4000-8000-000000000000'
const DAY_MS = 86_400_000
const LEAF_MARK = '1.2.840.113635.100.6.11.1'
const INTERMEDIATE_MARK = '1.2.840.113635.100.6.2.1'

const longTimeOf = (ms: number): string => `${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
const mark = (oid: string) => ({ extname: oid, extn: { null: '' } })
const ocspAt = (url: string) => ({ extname: 'authorityInfoAccess', array: [{ ocsp: url }] })
const OCSP_SIGNING = { extname: 'extKeyUsage', array: ['ocspSigning'] }
const derOf = ({ pem }: Issued): string => new X509Certificate(pem).raw.toString('base64')

interface Purchase {
  status: number
  productId: string
  startedAt: number
  expiresAt: number
  isRenewing: boolean
  revokedAt: number | null
  accountToken: string | null
  environment: string
  bundleId: string
}

/**
 * A fake App Store on this machine: its server API, data signed with certificates of its own root, and their revocation status
 * (OCSP).
 */
export async function createAppStoreDouble({ clock, folder }: { clock: FakeClock; folder: string }) {
  const apiKey = pairOf()
  const apiPublicKey = await importSPKI(apiKey.publicPem, 'ES256')
  const purchases = new Map<string, Purchase>()
  const asked: string[] = []
  let count = 0
  let isRevoked = false
  let broken: number | null = null

  const answerOcsp = (isOfLeaf: boolean): Buffer => {
    const issuer = isOfLeaf ? intermediate : root
    const subject = isOfLeaf ? leaf : intermediate
    const responder = isOfLeaf ? intermediateResponder : rootResponder
    const response = new KJUR.asn1.ocsp.OCSPResponse({
      resstatus: 'successful',
      restype: 'ocspBasic',
      respid: { key: keyHashOf(responder) },
      prodat: longTimeOf(Date.now()),
      array: [
        {
          certid: { alg: 'sha256', issuerCert: issuer.pem, subjectCert: subject.pem },
          status:
            isRevoked && isOfLeaf ? { status: 'revoked', time: longTimeOf(Date.now()) } : { status: 'good' },
          thisupdate: longTimeOf(Date.now() - 60_000),
          nextupdate: longTimeOf(Date.now() + DAY_MS),
        },
      ],
      sigalg: 'SHA256withECDSA',
      reskey: responder.pair.privatePem,
      certs: [responder.pem],
    })
    return Buffer.from(response.tohex(), 'hex')
  }

  const signed = async (payload: object, chain: readonly Issued[] = [leaf, intermediate, root]) => {
    const [first] = chain
    if (first === undefined) throw new Error('no certificate')
    return new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'ES256', x5c: chain.map(derOf) })
      .sign(await importPKCS8(first.pair.privatePem, 'ES256'))
  }
  const get = (id: string): Purchase => {
    const found = purchases.get(id)
    if (found === undefined) throw new Error(`no purchase ${id}`)
    return found
  }
  const transactionOf = (id: string) => {
    const purchase = get(id)
    return {
      transactionId: `${id}1`,
      originalTransactionId: id,
      bundleId: purchase.bundleId,
      productId: purchase.productId,
      purchaseDate: purchase.startedAt,
      originalPurchaseDate: purchase.startedAt,
      expiresDate: purchase.expiresAt,
      type: 'Auto-Renewable Subscription',
      environment: purchase.environment,
      signedDate: Date.now(),
      ...(purchase.accountToken === null ? {} : { appAccountToken: purchase.accountToken }),
      ...(purchase.revokedAt === null ? {} : { revocationDate: purchase.revokedAt, revocationReason: 0 }),
    }
  }
  const renewalOf = (id: string) => ({
    originalTransactionId: id,
    autoRenewProductId: get(id).productId,
    productId: get(id).productId,
    autoRenewStatus: get(id).isRenewing ? 1 : 0,
    environment: get(id).environment,
    signedDate: Date.now(),
  })

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://apple')
    request.resume()
    if (pathname.startsWith('/ocsp/'))
      return response.writeHead(200).end(answerOcsp(pathname === '/ocsp/leaf'))
    asked.push(pathname)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (broken !== null) return send(broken, {})
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
    const isGood = await jwtVerify(bearer, apiPublicKey, {
      audience: 'appstoreconnect-v1',
      issuer: ISSUER,
      currentDate: clock.now(),
    }).then(
      ({ protectedHeader, payload }) => protectedHeader.kid === KEY_ID && payload.bid === BUNDLE,
      () => false,
    )
    if (!isGood) return send(401, {})
    const id = pathname.replace('/inApps/v1/subscriptions/', '')
    if (!purchases.has(id)) return send(404, { errorCode: 4_040_010 })
    return send(200, {
      environment: get(id).environment,
      bundleId: BUNDLE,
      appAppleId: APP_ID,
      data: [
        {
          subscriptionGroupIdentifier: '1',
          lastTransactions: [
            {
              originalTransactionId: id,
              status: get(id).status,
              signedTransactionInfo: await signed(transactionOf(id)),
              signedRenewalInfo: await signed(renewalOf(id)),
            },
          ],
        },
      ],
    })
  })
  const { url, close } = await startOnLoopback(server)
  const [ocsp, leafOcsp] = [ocspAt(`${url}/ocsp/intermediate`), ocspAt(`${url}/ocsp/leaf`)]
  const root = issue('Root of the tests', null, [CA])
  const intermediate = issue('Intermediate', root, [CA, mark(INTERMEDIATE_MARK), ocsp])
  const leaf = issue('Leaf', intermediate, [mark(LEAF_MARK), leafOcsp])
  const rootResponder = issue('Responder of the root', root, [OCSP_SIGNING])
  const intermediateResponder = issue('Responder of the intermediate', intermediate, [OCSP_SIGNING])
  const foreignRoot = issue('Root of the tests', null, [CA])
  const foreignIntermediate = issue('Intermediate', foreignRoot, [CA, mark(INTERMEDIATE_MARK), ocsp])
  const foreignLeaf = issue('Leaf', foreignIntermediate, [mark(LEAF_MARK), leafOcsp])
  const [keyFile, rootFile] = [join(folder, 'apple.p8'), join(folder, 'root.pem')]
  writeFileSync(keyFile, apiKey.privatePem)
  writeFileSync(rootFile, root.pem)

  return {
    url,
    environment: {
      APPLE_BUNDLE_ID: BUNDLE,
      APPLE_APP_ID: `${APP_ID}`,
      APPLE_KEY: keyFile,
      APPLE_KEY_ID: KEY_ID,
      APPLE_KEY_ISSUER: ISSUER,
      APPLE_MONTHLY: APPLE_PRODUCTS.monthly,
      APPLE_YEARLY: APPLE_PRODUCTS.yearly,
      APPLE_ROOT_CERTIFICATES: rootFile,
      APPLE_API_URL: url,
    },
    purchases,
    asked,
    /** Buys a subscription in the app. Returns its original transaction id. */
    buy(values: Partial<Purchase> = {}): string {
      count += 1
      const id = `${2_000_000 + count}`
      const now = clock.now().getTime()
      purchases.set(id, {
        status: 1,
        productId: APPLE_PRODUCTS.yearly,
        startedAt: now,
        expiresAt: now + 365 * DAY_MS,
        isRenewing: true,
        revokedAt: null,
        accountToken: null,
        environment: 'Production',
        bundleId: BUNDLE,
        ...values,
      })
      return id
    },
    change: (id: string, values: Partial<Purchase>) => Object.assign(get(id), values),
    transaction: (id: string) => signed(transactionOf(id)),
    /** The same, signed with certificates of the same names from another root. */
    forged: (id: string) => signed(transactionOf(id), [foreignLeaf, foreignIntermediate, foreignRoot]),
    /** The body of a notification. */
    async notification(
      id: string,
      {
        type = 'DID_RENEW',
        uuid = randomUUID(),
        isForged = false,
      }: { type?: string; uuid?: string; isForged?: boolean } = {},
    ): Promise<string> {
      const chain = isForged ? [foreignLeaf, foreignIntermediate, foreignRoot] : [leaf, intermediate, root]
      const payload = {
        notificationType: type,
        notificationUUID: uuid,
        version: '2.0',
        signedDate: Date.now(),
        data: {
          appAppleId: APP_ID,
          bundleId: get(id).bundleId,
          environment: get(id).environment,
          signedTransactionInfo: await signed(transactionOf(id), chain),
        },
      }
      return JSON.stringify({ signedPayload: await signed(payload, chain) })
    },
    /** Revokes the signing certificate. A client that has verified it before may accept it for a while. */
    revoke() {
      isRevoked = true
    },
    breakWith(status: number | null) {
      broken = status
    },
    close,
  }
}

/** The hash of the public key as an uncompressed point, with which an OCSP response names its signer. */
function keyHashOf({ pair }: Issued): string {
  const { x = '', y = '' } = createPublicKey(pair.publicPem).export({ format: 'jwk' })
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return createHash('sha1').update(Buffer.concat(point)).digest('hex')
}

export type AppStoreDouble = Awaited<ReturnType<typeof createAppStoreDouble>>
