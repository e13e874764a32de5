import { Crypto, type ServerNode } from '@matter/main'
import {
  DeviceCommissioner,
  FabricManager,
  PaseClient,
  PaseServer,
  SessionManager,
} from '@matter/main/protocol'
import {
  CommissioningFlowType,
  DiscoveryCapabilitiesSchema,
  ManualPairingCodeCodec,
  QrPairingCodeCodec,
} from '@matter/main/types'
import type { BridgeReport } from '@senca/contract/bridge-matter'

type PairingReport = NonNullable<BridgeReport['pairing']>

const ITERATIONS = 1_000
const SALT_BYTES = 32

interface PairingOptions {
  node: ServerNode
  id: string
  vendor: { vendorId: number; productId: number }
  /** It was paired, or the window has closed without. */
  ended(report: PairingReport): void
}

/**
 * Opens a node for 15 minutes, with a new passcode [BR18]. Resolves to the codes, and the function that closes the window. The node has
 * to be online.
 */
export async function openPairing({ node, id, vendor, ended }: PairingOptions) {
  const crypto = node.env.get(Crypto)
  const passcode = PaseClient.generateRandomPasscode(crypto)
  const discriminator = PaseClient.generateRandomDiscriminator(crypto)
  const commissioner = node.env.get(DeviceCommissioner)
  const before = fabricsOf(node)
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
  const server = await PaseServer.fromPin(node.env.get(SessionManager), passcode, {
    iterations: ITERATIONS,
    salt: crypto.randomBytes(SALT_BYTES),
  })
  await commissioner.endCommissioning()
  // The window is closed by a pairing, after its time, and after twenty wrong passcodes.
  await commissioner.allowEnhancedCommissioning(discriminator, server, () => {
    setTimeout(() => end({ status: 'failed', reason: 'expired' }), GRACE_MS)
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
    async close(): Promise<void> {
      isOver = true
      node.events.commissioning.fabricsChanged.off(changed)
      await commissioner.endCommissioning()
    },
  }
}

/** The fabric is counted a moment after the window has closed. */
const GRACE_MS = 5_000

const fabricsOf = (node: ServerNode): number => node.env.get(FabricManager).fabrics.length
