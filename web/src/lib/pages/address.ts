/** True for host names that lead to this computer only: a link with one is of no use to others. */
export const isOnlyHere = (host: string): boolean => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(host);
