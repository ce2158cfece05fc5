/** How a name sounds in English, as far as spellings of brands differ: 'krispy kreme' and 'crispy cream' are alike. */
export const toSound = (letters: string): string =>
  letters
    .replaceAll('ph', 'f')
    .replaceAll('ch', '%')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/ck|qu|[cq]/g, 'k')
    .replaceAll('x', 'ks')
    .replace(/gh|(?<=.)[aeiouyhw]/g, '')
    .replace(/(.)\1+/g, '$1');
