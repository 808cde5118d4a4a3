/** «a***@bolag.se»: enough to know one's own address by, too little for who looks over the shoulder. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
