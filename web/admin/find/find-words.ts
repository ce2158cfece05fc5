import type { SettingKey } from '#contract/admin/settings.ts';

/** Other words for sections by the value of their tab, in both languages of the staff: one of them is often thought of first. */
export const SECTION_WORDS: Record<string, string> = {
  today: 'queue inbox home pending pendientes inicio tareas',
  reports: 'complaint flag abuse spam denuncia queja reporte',
  'suggested-edits': 'correction wrong change suggestion corrección sugerencia',
  approvals: 'approve pending hold waiting moderation aprobar pendiente retener moderación',
  licenses: 'license contractor licencia contratista',
  claims: 'ownership verify owner claim reclamar dueño propietario verificar',
  objections: 'appeal dispute objeción apelar',
  matches: 'merge duplicate same business combinar fusionar duplicado',
  messages: 'contact inbox support help contacto ayuda soporte',
  conversations: 'held customer message mensaje cliente retenido',
  reviews: 'rating stars review reseña calificación estrellas',
  listings: 'ads businesses search find all anuncios negocios buscar todos',
  'post-listing': 'add new business create añadir agregar nuevo crear publicar',
  'bulk-actions': 'undo many several mass deshacer varios masivo lote',
  hidden: 'banned removed ban hide show again oculto mostrar',
  imports: 'csv upload file data sources load importar subir archivo datos fuentes cargar',
  all: 'people accounts invite invitation invitar invitación ban suspend block activate password cuentas personas gente suspender bloquear activar contraseña',
  announcements: 'newsletter mail owners news send campaign boletín correo dueños novedades enviar campaña',
  staff: 'team role permission invite moderator admin equipo rol permiso invitar moderador',
  record: 'history who did log changes historial quién cambios registro auditoría',
  payments:
    'refund money charge card receipt invoice dispute revenue reembolso devolver dinero cargo tarjeta recibo factura disputa ingresos',
  plans: 'price prices cost fee rate premium enhanced featured precio costo tarifa destacado',
  coupons: 'discount promo code sale descuento promoción código oferta',
  'gift-credits': 'free gift month give account credit comp dar un mes gratis regalar regalo crédito',
  taxes: 'sales tax vat impuesto iva',
  overview: 'analytics statistics visitors traffic views estadísticas visitas tráfico vistas analítica',
  searches: 'keywords zero results búsquedas resultados',
  notices: 'banner announcement alert message maintenance aviso anuncio alerta mantenimiento',
  categories: 'icon tree subcategory kind rubro icono subcategoría tipo',
  places: 'neighborhood city radius alias map barrio ciudad lugar radio mapa vecindario',
  texts: 'blog page policy privacy terms help edit content contenido página política privacidad términos ayuda editar',
  emails:
    'welcome confirm confirmation sign-up signup register new owner subject bienvenida confirmar registro email template mail sample edit sentences words plantilla frases editar correo muestra',
  settings: 'configuration options limits name sign-up logo configuración opciones límites ajustes preferencias',
  'approval-rules':
    'hold all new listings trusted banned blocked forbidden words automatic prohibidas palabras retener nuevos automático reglas confianza',
  exports: 'download csv backup data descargar exportar datos',
  failures: 'errors jobs bounced mail failed error fallo correo rebotado',
  health: 'backup status doctor restore disk uptime server respaldo copia de seguridad estado restaurar servidor salud',
};

/** Other words for settings. */
export const SETTING_WORDS: Partial<Record<SettingKey, string>> = {
  siteName: 'title brand logo título marca',
  operator: 'company legal imprint address postal business empresa compañía aviso legal dirección',
  postalAddress: 'company imprint street mail legal footer empresa aviso legal dirección calle',
  supportEmail: 'contact reply contacto correo',
  emailFooter: 'signature unsubscribe firma pie',
  signUps:
    'sign-up signup register registration invitation closed open registro registrarse inscripción invitación cerrar',
  licenseRequired: 'contractor cslb licencia contratista',
  searchBots: 'robots crawler seo google bing buscador rastreador',
  assistantBots: 'robots crawler ai chatgpt claude perplexity rastreador ia asistente',
  trainingBots: 'robots crawler ai llm gptbot claudebot rastreador ia entrenamiento',
  messageWords: 'spam filter blocked bad banned word list filtro bloqueadas prohibidas palabra lista',
  listingsPerHour: 'rate limit spam límite',
  emailsPerHour: 'mail rate limit bulk límite correo',
};
