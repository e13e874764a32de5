import { type ComponentProps, type ComponentType, createContext, useContext } from 'react'

export type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** The navigation state. */
  state?: unknown
  viewTransition?: boolean
}

/** The link of the page's router. Parts that guests also see take it from here, because guest pages do not load `react-router`. */
export const LinkContext = createContext<ComponentType<AppLinkProps>>(
  ({ to, state: _, viewTransition: __, ...rest }) => <a {...rest} href={to} />,
)

/** A link to a page of the app, in the router of the page. */
export function AppLink(props: AppLinkProps) {
  const Link = useContext(LinkContext)
  return <Link {...props} />
}
