import type { DeviceLink } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { linksQuery } from '../links.queries.ts'
import { linksApi } from '../links.ts'

/** Renders one link of the account, or what replaces it while it loads or if it does not exist. */
export function LinkGate(props: {
  token: string
  missing: ReactNode
  children: (link: DeviceLink) => ReactNode
}) {
  const query = useQuery(linksQuery(linksApi))
  return (
    <LoadedSharing query={query}>
      {(links) => {
        const link = links.find(({ token }) => token === props.token)
        return link === undefined ? props.missing : props.children(link)
      }}
    </LoadedSharing>
  )
}
