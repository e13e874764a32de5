import { Crypto, type ServerNode } from '@matter/main'
import {
  DeviceCommissioner,
  FabricManager,
  PaseClient,
  PaseServer,
  SecureChannelProtocol,
  SessionManager,
} from '@matter/main/protocol'
import {
  CommissioningFlowType,
  DiscoveryCapabilitiesSchema,
  ManualPairingCodeCodec,
  QrPairingCodeCodec,
} from '@matter/main/types'
import { type BridgeReport, PAIRING_MS } from '@senca/contract/bridge-matter'
import type { After } from './steps.ts'

type PairingReport = NonNullable<BridgeReport['pairing']>

const ITERATIONS = 1_000
const SALT_BYTES = 32

interface PairingOptions {
  node: ServerNode
  id: string
  vendor: { vendorId: number; productId: number }
  after: After
  failed(error: unknown): void
  /** It was paired, or the window has closed without. */
  ended(report: PairingReport): void
}

/**
 * Opens a node for 15 minutes, with a new passcode [BR18]. Resolves to the codes, and the function that closes the window. The node has
 * to be online.
 */
export async function openPairing({ node, id, vendor, after, failed, ended }: PairingOptions) {
  const crypto = node.env.get(Crypto)
  const passcode = PaseClient.generateRandomPasscode(crypto)
  const discriminator = PaseClient.generateRandomDiscriminator(crypto)
  const commissioner = node.env.get(DeviceCommissioner)
  const { tooManyPaseErrors } = node.env.get(SecureChannelProtocol)
  const before = fabricsOf(node)
  let reason: PairingReport['reason'] = 'expired'
  let isOver = false
  const end = (report: Omit<PairingReport, 'id'>) => {
    if (isOver) return
    isOver = true
    node.events.commissioning.fabricsChanged.off(changed)
    ended({ id, ...report })
  }
  const changed = () => {
    if (fabricsOf(node) > before) end({ status: 'done' })
  }
  node.events.commissioning.fabricsChanged.on(changed)
  const refuse = () => {
    reason = 'too_many_attempts'
  }
  const server = await PaseServer.fromPin(node.env.get(SessionManager), passcode, {
    iterations: ITERATIONS,
    salt: crypto.randomBytes(SALT_BYTES),
  })
  await commissioner.endCommissioning()
  tooManyPaseErrors.on(refuse)
  // The window is closed by a pairing, and by twenty wrong passcodes. matter.js makes the timer of its time and never starts it.
  const cancelTime = after(PAIRING_MS, () => void commissioner.endCommissioning().catch(failed))
  await commissioner.allowEnhancedCommissioning(discriminator, server, () => {
    cancelTime()
    // Those that count the passcodes are notified one after the other.
    setTimeout(() => {
      tooManyPaseErrors.off(refuse)
      end({ status: 'failed', reason })
    }, GRACE_MS)
  })
  return {
    manualCode: ManualPairingCodeCodec.encode({ discriminator, passcode }),
    qrCode: QrPairingCodeCodec.encode([
      {
        version: 0,
        ...vendor,
        flowType: CommissioningFlowType.Standard,
        discriminator,
        passcode,
        discoveryCapabilities: DiscoveryCapabilitiesSchema.encode({ onIpNetwork: true }),
      },
    ]),
    isOver: () => isOver,
    async close(): Promise<void> {
      isOver = true
      cancelTime()
      node.events.commissioning.fabricsChanged.off(changed)
      await commissioner.endCommissioning()
    },
  }
}

/** The fabric is counted a moment after the window has closed. */
const GRACE_MS = 5_000

const fabricsOf = (node: ServerNode): number => node.env.get(FabricManager).fabrics.length

export type OpenPairing = Awaited<ReturnType<typeof openPairing>>
