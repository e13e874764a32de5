import { lookup, Resolver } from 'node:dns/promises'
import pLimit from 'p-limit'
import type { BrokerJoin } from './address-rule.ts'
import type { Resolve } from './broker-socket.ts'

/** The system blocks a thread while it looks for a name, and there are four for all files and passwords. */
const AT_ONCE = 1
const DNS = { timeout: 1_000, tries: 2 }

/**
 * Resolves the names of joined brokers. Only the system knows the names of a home. On a public server it is asked for what DNS does not
 * know, so that names that nobody answers do not hold up those of others.
 */
export function createResolve(join: BrokerJoin): Resolve {
  const limit = pLimit(AT_ONCE)
  const bySystem: Resolve = (host) =>
    limit(async () => (await lookup(host, { all: true })).map(({ address }) => address))
  const byDns: Resolve = async (host) => {
    const resolver = new Resolver(DNS)
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
  if (join !== 'public') return bySystem
  return async (host) => {
    const addresses = await byDns(host)
    return addresses.length > 0 ? addresses : bySystem(host)
  }
}
