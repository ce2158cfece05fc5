/** 'año' without its tilde too, as words of searches are. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
