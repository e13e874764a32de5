import { networkInterfaces } from 'node:os'
import {
  type ClientNode,
  causedBy,
  Millis,
  type NodeId,
  Seconds,
  type ServerNode,
  UnexpectedDataError,
} from '@matter/main'
import {
  type AttestationFinding,
  ChannelStatusResponseError,
  DeviceAlreadyCommissionedToThisFabricError,
  DeviceAttestationCheck,
  MaximumCommissionedFabricsReachedError,
  Subscribe,
} from '@matter/main/protocol'
import { ManualPairingCodeCodec, QrPairingCodeCodec } from '@matter/main/types'
import type { CommissioningReason } from './messages.ts'

/** The time for another device with the same short discriminator, after one has refused the code. */
const OTHERS_MS = 3_000

export class CommissioningFailed extends Error {
  override readonly name = 'CommissioningFailed'
  readonly reason: CommissioningReason

  constructor(reason: CommissioningReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

interface Code {
  passcode: number
  longDiscriminator?: number
  shortDiscriminator?: number
}

/** Throws CommissioningFailed if the check digit is wrong. */
function readCode(code: string): Code {
  try {
    if (code.startsWith('MT:')) {
      const [first] = QrPairingCodeCodec.decode(code)
      if (first !== undefined) return { passcode: first.passcode, longDiscriminator: first.discriminator }
    }
    const { passcode, shortDiscriminator } = ManualPairingCodeCodec.decode(code.replace(/[ -]/g, ''))
    if (shortDiscriminator !== undefined) return { passcode, shortDiscriminator }
  } catch {
    // It is none.
  }
  throw new CommissioningFailed('wrong_code')
}

/** The longest time between two reports of a node that has nothing to report. After one and a half times this it is offline. */
export const SUBSCRIPTION = Subscribe({
  fabricFilter: true,
  keepSubscriptions: false,
  attributes: [{}],
  events: [{ isUrgent: true }],
  maxIntervalCeiling: Seconds(60),
})

/** What comes from a device may only go out by interfaces that speak IPv6 with the devices of the same network. */
export const hasNetwork = (): boolean =>
  Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some(({ internal, address }) => !internal && address.startsWith('fe80:')),
  )

/** Certificates of development devices, and declarations that are made for tests. */
const UNCERTIFIED: readonly DeviceAttestationCheck[] = [
  DeviceAttestationCheck.CertificationTypeTest,
  DeviceAttestationCheck.TrustedAsTestCertificate,
]
export const isTestVendor = (vendorId: number | undefined): boolean =>
  vendorId !== undefined && vendorId >= 0xfff1 && vendorId <= 0xfff4

interface CommissionOptions {
  /** The id that the node gets; a random one without. */
  node?: NodeId
  code: string
  allowUncertified: boolean
  searchMs: number
  timeoutMs: number
  /** A device was found. */
  found(): void
}

/** Finds the device of a code and takes it into the fabric of the controller. Throws CommissioningFailed. */
export async function commission(
  controller: ServerNode,
  { node: nodeId, code, allowUncertified, searchMs, timeoutMs, found }: CommissionOptions,
): Promise<{ peer: ClientNode; isCertified: boolean }> {
  const { passcode, ...identifiers } = readCode(code)
  if (!hasNetwork()) throw new CommissioningFailed('no_multicast')
  let isCertified = true
  let wasRefused = false
  let reason: CommissioningReason = 'not_found'
  const timeout = AbortSignal.timeout(timeoutMs)

  const judge = (findings: AttestationFinding[]): boolean => {
    if (findings.some(({ type }) => UNCERTIFIED.includes(type))) isCertified = false
    wasRefused = !isCertified && !allowUncertified
    return !wasRefused
  }
  const tryOne = async (node: ClientNode): Promise<ClientNode> => {
    found()
    isCertified = !isTestVendor(node.state.commissioning.vendorId)
    try {
      await node.commission({
        passcode,
        ...(nodeId === undefined ? {} : { nodeId }),
        onAttestationFailure: judge,
        abort: timeout,
        defaultSubscription: SUBSCRIPTION,
      })
      return node
    } catch (error) {
      // It is in the fabric and has not answered yet; it will answer later.
      if (node.state.commissioning.peerAddress !== undefined) return node
      reason = timeout.aborted ? 'timeout' : wasRefused ? 'uncertified' : reasonOf(error)
      throw error
    }
  }

  const discovery = controller.peers.discover({
    ...identifiers,
    timeout: Millis(Math.min(searchMs, timeoutMs)),
  })
  const peer = await new Promise<ClientNode | null>((resolve) => {
    // One after the other, and each once: a device accepts only a few wrong codes, and is found again after each.
    const tried = new Set<string | undefined>()
    let attempts: Promise<void> = Promise.resolve()
    let isOver = false
    const end = (found: ClientNode | null) => {
      isOver = true
      resolve(found)
    }
    const attempt = async (node: ClientNode) => {
      if (isOver) return
      try {
        end(await tryOne(node))
      } catch {
        if (reason === 'wrong_code') setTimeout(() => discovery.stop(), OTHERS_MS)
        else end(null)
      }
    }
    discovery.discovered.on((node) => {
      const { deviceIdentifier } = node.state.commissioning
      if (isOver || tried.has(deviceIdentifier)) return
      tried.add(deviceIdentifier)
      attempts = attempts.then(() => attempt(node))
    })
    discovery.then(
      () => attempts.then(() => end(null)),
      () => end(null),
    )
    timeout.addEventListener('abort', () => {
      if (tried.size > 0) reason = 'timeout'
      end(null)
    })
  })
  discovery.stop()
  if (peer === null) throw new CommissioningFailed(reason)
  return { peer, isCertified }
}

function reasonOf(error: unknown): CommissioningReason {
  if (!(error instanceof Error)) return 'timeout'
  if (causedBy(error, MaximumCommissionedFabricsReachedError, DeviceAlreadyCommissionedToThisFabricError))
    return 'already_in_use'
  // Both sides prove that they know the passcode; the one that finds out first ends the exchange.
  return causedBy(error, UnexpectedDataError, ChannelStatusResponseError) ? 'wrong_code' : 'timeout'
}
