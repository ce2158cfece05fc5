/** The title and the description of each sample in Spanish, by its title. */
export const SAMPLE_TRANSLATIONS: Record<string, { title: string; description: string }> = {
  'Marlow & Finch Plumbing': {
    title: 'Plomería Marlow & Finch',
    description:
      'Dos camionetas, alguien que contesta al segundo timbrazo y calentadores de agua siempre en existencia. Precios claros desde el principio, zapatos cubiertos y las piezas viejas en la mano si las quiere ver. Este es un ejemplo de anuncio Premium: el negocio es inventado.',
  },
  'Bluebird Tortilla House': {
    title: 'Tortillería Bluebird',
    description:
      'Tortillas de maíz hechas a mano frente a usted, carnitas por libra los domingos y una salsa verde por la que vienen desde el otro lado de la ciudad. Pida con tiempo y lo espera en la ventanilla. Un anuncio de ejemplo de un restaurante que no existe, todavía.',
  },
  'Harbor Light Dental': {
    title: 'Clínica Dental Harbor Light',
    description:
      'Citas temprano, antes del trabajo, una higienista que avisa antes de las cosquillas y presupuestos por escrito. A los pacientes nuevos los atendemos esa misma semana. Un ejemplo inventado de lo que un consultorio podría contar aquí.',
  },
  'Windmill Mid-Century Stays': {
    title: 'Hotelito Windmill',
    description:
      'Seis habitaciones alrededor de una alberca en forma de riñón, celosías que dan sombra hasta el mediodía y bicicletas para ir al centro. Las estrellas del desierto van incluidas. Este es un ejemplo de anuncio Premium; este hotelito no existe ni recibe reservaciones.',
  },
  'Topatopa Trail Outfitters': {
    title: 'Equipo de Montaña Topatopa',
    description:
      'Botas que le prueba gente que camina con ellas, mapas de los que todavía se desdoblan y consejos honestos sobre cómo viene el arroyo. Renta por día. Un anuncio de ejemplo: la tienda es inventada, las montañas no.',
  },
  'Orange Grove Montessori': {
    title: 'Escuela Montessori Orange Grove',
    description:
      'Un jardín, un rincón de lectura en lo alto y catorce niños por salón. Los miércoles hay recorridos: traiga a su peque y quédense a la hora del cuento. Esta escuela es inventada, para mostrar un anuncio Premium.',
  },
  'Big Pines Cabin Care': {
    title: 'Cuidado de Cabañas Big Pines',
    description:
      'La terraza sin nieve a las siete, las tuberías vacías antes de la helada y una foto de su cabaña cada viernes de invierno. Por año o por visita. Un ejemplo: nadie con este nombre cuida cabañas.',
  },
  'Salton Sun Solar': {
    title: 'Energía Solar Salton Sun',
    description:
      'Techo, cochera o caseta de bombeo: un plano y un precio en tres días, y un equipo que deja todo barrido. Pida el estudio de sombras. Un negocio inventado, como ejemplo de anuncio Premium.',
  },
  'Kern River Auto & Tire': {
    title: 'Taller y Llantas Kern River',
    description:
      'Frenos, alineación y cuatro llantas montadas mientras toma un café aquí al lado. Presupuesto por escrito, sin sorpresas, y abierto los sábados. Este taller es un ejemplo y solo existe aquí.',
  },
  'Little Current Surf School': {
    title: 'Escuela de Surf Little Current',
    description:
      'Tablas suaves, trajes que sí calientan e instructores que no se alejan de su lado. Si no agarra una ola, la siguiente clase va por nuestra cuenta. Un ejemplo de anuncio Enhanced, de una escuela inventada.',
  },
  'Velvet Cactus Florist': {
    title: 'Florería Velvet Cactus',
    description:
      'Flores del desierto, ramos de mercado y bodas que se parecen al lugar donde se celebran. Entrega el mismo día si llama antes de las diez. Inventada como ejemplo de anuncio Enhanced.',
  },
  'Second Wind Yoga': {
    title: 'Yoga Second Wind',
    description:
      'Mañanas tranquilas, tardes intensas y una hora para principiantes donde a nadie le importa si se tambalea. Los tapetes van por la casa. Un ejemplo: este estudio es inventado y muestra un anuncio Enhanced.',
  },
};
