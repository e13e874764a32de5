import type { Purchase } from './purchase.ts'

const APPLE = 'https://apps.apple.com/account/subscriptions'
const GOOGLE = 'https://play.google.com/store/account/subscriptions'

/** The page on which a store lets people manage their subscription; null for the web. */
export function manageUrlOf(
  { provider, plan }: Pick<Purchase, 'provider' | 'plan'>,
  {
    googlePackage,
    googleProducts,
  }: { googlePackage: string | null; googleProducts: { monthly: string; yearly: string } | null },
): string | null {
  if (provider === 'web') return null
  if (provider === 'apple') return APPLE
  if (googlePackage === null || googleProducts === null) return GOOGLE
  return `${GOOGLE}?${new URLSearchParams({ sku: googleProducts[plan], package: googlePackage })}`
}
