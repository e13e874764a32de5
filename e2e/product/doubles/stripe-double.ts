import { createStripeDouble } from '@senca/server/stripe-double'

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>

/** The fake Stripe of the server's tests, in the time of the machine. */
export async function startStripeDouble() {
  const stripe = await createStripeDouble({ clock: { now: () => new Date() } })
  return {
    /** The environment variables with which a server uses this double. */
    environment: stripe.environment,
    /** Changes the newest subscription and sends the event to the server at `url`. */
    async change(url: string, values: Parameters<typeof stripe.change>[1]): Promise<void> {
      const id = [...stripe.subscriptions.keys()].at(-1)
      if (id === undefined) throw new Error('nothing was bought')
      stripe.change(id, values)
      const event = stripe.event('customer.subscription.updated', stripe.shown(id))
      const { status } = await fetch(`${url}/auth/billing/stripe`, { method: 'POST', ...event })
      if (status !== 200) throw new Error(`the event was answered ${status}`)
    },
    stop: stripe.close,
  }
}
