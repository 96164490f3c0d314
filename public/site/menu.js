// A button that carries data-opens opens the dialog of that id. Escape, the scrim and every link in it close it again.
addEventListener('click', ({ target }) => {
  const id = target.closest?.('[data-opens]')?.dataset.opens
  if (id) document.getElementById(id).showModal()
  const dialog = target.closest?.('dialog')
  if (dialog && (target === dialog || target.closest('a, [data-closes]'))) dialog.close()
})
