import type { BrokerFault } from '@senca/contract/mqtt'

/** A broker cannot be used. Nothing that it sent is repeated. */
export class BrokerUnusable extends Error {
  override readonly name = 'BrokerUnusable'
  constructor(readonly fault: BrokerFault) {
    super(`the broker cannot be used: ${fault}`)
  }
}
