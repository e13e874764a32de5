import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { activityApi } from './activity.ts'
import { spreadsheetText } from './spreadsheet.ts'

/** Starts a download of a text as a file. */
function offerFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** A key that downloads the whole activity as a CSV file, of one device or of the home (`deviceId` null). */
export function ExportButton({ deviceId }: { deviceId: string | null }) {
  const { t } = useTranslation()
  const download = useServerCall({
    send: () => activityApi.export(deviceId),
    onDone: (text) =>
      offerFile(
        `senca-activity-${pageNow().toISOString().slice(0, 10)}.csv`,
        spreadsheetText(text, pageTag()),
      ),
  })
  return (
    <IconButton
      icon="download"
      label={t('activity.export')}
      disabled={download.isSending}
      onClick={() => download.send()}
    />
  )
}
