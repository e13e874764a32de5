import { type ReactNode, useId } from 'react'
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
