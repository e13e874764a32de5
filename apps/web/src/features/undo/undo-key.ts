/** Whether Ctrl+Z or Cmd+Z was pressed outside of a field. Fields have their own undo. */
export function isUndoKey(event: KeyboardEvent): boolean {
  const { target } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select'))
  const isKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
  return isKey && !event.shiftKey && !event.altKey && !event.defaultPrevented && !isTyping
}
