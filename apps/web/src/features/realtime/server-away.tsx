import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandBlock } from '#ui/controls/command-block.ts'

/** While the server is away every key that sends a command is disabled and says so. */
export function ServerAway({ isAway, children }: { isAway: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <CommandBlock value={isAway ? id : null}>
      {children}
      {isAway && (
        <span id={id} hidden>
          {t('connection.away')}
        </span>
      )}
    </CommandBlock>
  )
}
