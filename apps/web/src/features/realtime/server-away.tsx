import { type ReactNode, useContext, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandBlock, StopBlock } from '#ui/controls/command-block.ts'

/**
 * While the server is away every key that sends a command is disabled and says so. While a page that shows a kept home is
 * connecting, keys that stop something work already.
 */
export function ServerAway(props: { isAway: boolean; isConnecting?: boolean; children: ReactNode }) {
  const { isAway, isConnecting = false } = props
  const { t } = useTranslation()
  const id = useId()
  return (
    <CommandBlock value={isAway ? id : null}>
      <StopBlock value={isAway && !isConnecting ? id : null}>{props.children}</StopBlock>
      {isAway && (
        <span id={id} hidden>
          {t(isConnecting ? 'connection.connecting' : 'connection.away')}
        </span>
      )}
    </CommandBlock>
  )
}

/** The keys of one device. They work as soon as the device is up to date, also while the page is connecting for others. */
export function DeviceKeys({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  const block = useContext(CommandBlock)
  const stopBlock = useContext(StopBlock)
  return (
    <CommandBlock value={isStale ? block : null}>
      <StopBlock value={isStale ? stopBlock : null}>{children}</StopBlock>
    </CommandBlock>
  )
}
