import type { MailTexts } from './mail-texts.ts'

export const rs_latn: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: potvrdite svoj nalog',
      lead: 'Dobro došli u aplikaciju Senca. Potvrdite da je ova imejl adresa vaša.',
      action: 'Potvrdi nalog',
      unasked: 'Ako niste vi napravili nalog, zanemarite ovu poruku.',
    },
    reset: {
      subject: 'Senca: nova lozinka',
      lead: 'Neko, najverovatnije vi, zatražio je novu lozinku za vaš nalog.',
      action: 'Postavi novu lozinku',
      unasked: 'Ako to niste učinili vi, zanemarite ovu poruku: vaša lozinka ostaje ista.',
    },
    add_password: {
      subject: 'Senca: lozinka za vaš nalog',
      lead: 'Sa lozinkom možete da se prijavite i svojom imejl adresom.',
      action: 'Dodaj lozinku',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku: ništa se ne menja.',
    },
    delete: {
      subject: 'Senca: brisanje vašeg naloga',
      lead: 'Zatražili ste brisanje svog naloga. Uklanjaju se i svi vaši uređaji, a to ne može da se poništi.',
      action: 'Nastavi na brisanje',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku i promenite lozinku.',
    },
  },
  copyLink: 'Ako dugme ne radi, otvorite ovu adresu u pregledaču:',
  linkLife: 'Link radi samo jednom i važi jedan sat.',
  enterCode: 'Unesite ovaj kod u aplikaciju Senca:',
  codeLife: 'Kod radi samo jednom i važi jedan sat. Nemojte ga nikome reći.',
}
